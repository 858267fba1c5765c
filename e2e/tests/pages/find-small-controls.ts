import type { Frame, Page } from '@playwright/test'
import { sheetSelector } from './fixtures-page.ts'

/** Minimum touch height in pixels: 44, of which a neighbour or an edge may cover 3. */
const minHeightPx = 41

/** Controls of the current view with less touch height than that, with their heights. */
export const findSmallControls = (page: Page | Frame): Promise<readonly string[]> =>
  page.evaluate(
    ({ minPx, sheet }) => {
      // The mark of a fixture is not part of the widget.
      const mark = document.querySelector<HTMLElement>('[data-sample-mark]')
      if (mark !== null) mark.style.display = 'none'
      const found: string[] = []
      const controls = document.querySelectorAll(
        `:is(${sheet}) :is(button, a[href], input, textarea, select, summary)`,
      )
      for (const control of controls) {
        if (
          control.closest(':disabled, [inert], [hidden]') ||
          !control.checkVisibility({ opacityProperty: true })
        )
          continue
        control.scrollIntoView({ block: 'center' })
        const target = control.closest('label') ?? control
        const { left, top, width, height } = target.getBoundingClientRect()
        const x = left + width / 2
        const y = top + height / 2
        const reach = (step: number) => {
          let px = 0
          while (px < 40 && target.contains(document.elementFromPoint(x, y + step * px))) px += 0.5
          return px
        }
        const heightPx = reach(-1) + reach(1) - 0.5
        if (heightPx < minPx)
          found.push(`${heightPx} px: ${control.getAttribute('aria-label') ?? control.textContent}`)
      }
      return found
    },
    { minPx: minHeightPx, sheet: sheetSelector },
  )
