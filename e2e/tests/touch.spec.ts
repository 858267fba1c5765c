import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { listSampleLinks, showSample } from './pages/fixtures-page.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Each control has 44 px of height to be met by a finger; a neighbour or an edge may take 3 of them. */
const leastPx = 41

/** Controls of the view on screen that a finger meets on less than that, with how much. */
const tooSmall = (page: Page) =>
  page.evaluate((least) => {
    // What marks the page as a sample is not of the widget.
    const mark = document.querySelector<HTMLElement>('[data-sample-mark]')
    if (mark !== null) mark.style.display = 'none'
    const found: string[] = []
    const controls = document.querySelectorAll(
      '[role=dialog] :is(button, a[href], input, textarea, select, summary)',
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
      const high = reach(-1) + reach(1) - 0.5
      if (high < least) found.push(`${high} px: ${control.getAttribute('aria-label') ?? control.textContent}`)
    }
    return found
  }, leastPx)

test('on a phone › every control › 44 px high, less 3 at most beside neighbours @long', async ({
  page,
  stack,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [first = ''] of await listSampleLinks(page, stack.widget.origin)) {
    await showSample(page, `${stack.widget.origin}/dev.html?theme=light${first}`)
    expect.soft(await tooSmall(page), first).toEqual([])
  }
})
