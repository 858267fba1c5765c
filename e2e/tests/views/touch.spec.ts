import { expect, test } from '../fixtures.ts'
import { findSmallControls } from '../pages/find-small-controls.ts'
import { fixtureUrl, listFixtureLinks, showFixture } from '../pages/fixtures-page.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

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
