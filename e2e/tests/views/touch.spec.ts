import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { fixtureUrl, listFixtureLinks, sheetSelector, showFixture } from '../pages/fixtures-page.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Minimum touch height in pixels: 44, of which a neighbour or an edge may cover 3. */
const minHeightPx = 41

/** Controls of the current view with less touch height than that, with their heights. */
const findSmallControls = (page: Page) =>
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

test('on a phone › every control › 44 px high, at least 41 px next to neighbours @long', async ({
  page,
  stack,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [first = ''] of await listFixtureLinks(page, stack.widget.origin)) {
    await showFixture(page, fixtureUrl(stack.widget.origin, first, 'theme=light'))
    expect.soft(await findSmallControls(page), first).toEqual([])
  }
})
