import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { axeViolations } from '../pages/axe-violations.ts'
import { findOverflow } from '../pages/find-overflow.ts'
import { fixtureUrl, listFixtureLinks, sheetSelector, showFixture } from '../pages/fixtures-page.ts'
import { isInRotation } from '../rotating-tests.ts'

/** Links of all fixtures, by view or part of the vault; fetched once per worker. */
let cachedLinks: readonly (readonly string[])[] | undefined
async function fetchLinks(page: Page, origin: string): Promise<readonly (readonly string[])[]> {
  cachedLinks ??= await listFixtureLinks(page, origin)
  expect(cachedLinks).toHaveLength(viewCount)
  return cachedLinks
}

const viewCount = 63
/** Views per test: on a slow machine axe takes longer for all views than the timeout of one test. */
const viewsPerTest = 12
const parts = Array.from({ length: Math.ceil(viewCount / viewsPerTest) }, (_, at) => at + 1)
const partOf = <T>(all: readonly T[], part: number): readonly T[] =>
  all.slice((part - 1) * viewsPerTest, part * viewsPerTest)

async function expectNoViolations(page: Page, origin: string, link: string): Promise<void> {
  await showFixture(page, fixtureUrl(origin, link, 'theme=light'))
  expect.soft(await axeViolations(page), `${link}, light`).toEqual([])
  // Only colours differ in the dark theme, not the structure.
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  expect.soft(await axeViolations(page, ['color-contrast']), `${link}, dark`).toEqual([])
}

for (const part of parts) {
  if (!isInRotation(part, { of: 2 })) continue
  test(`view › light, dark › no serious axe violation (${part} of ${parts.length})`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const groups = await fetchLinks(page, stack.widget.origin)
    for (const [first = ''] of partOf(groups, part))
      await expectNoViolations(page, stack.widget.origin, first)
  })
}

for (const part of parts) {
  test(`view states › light, dark (${part} of ${parts.length}) › no serious violation @long`, async ({
    page,
    stack,
  }) => {
    test.setTimeout(400_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const groups = partOf(await fetchLinks(page, stack.widget.origin), part)
    for (const link of groups.flat()) await expectNoViolations(page, stack.widget.origin, link)
  })
}

for (const [locale, direction, marks] of [
  ['en-XA', 'ltr', /[åéîöûñţš]/],
  ['ar', 'rtl', /[\u0600-\u06ff]/],
] as const) {
  // The pseudo-locale, whose texts are longer, is in the long run only: each locale takes half a minute.
  const tag = locale === 'en-XA' ? '@long' : []
  for (const part of parts) {
    if (locale === 'ar' && !isInRotation(part, { of: 4 })) continue
    test(`${locale} (${direction}) › translated, fits, axe (${part} of ${parts.length})`, {
      tag,
    }, async ({ page, stack }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const firstLinks = (await fetchLinks(page, stack.widget.origin)).map(([first = '']) => first)
      for (const link of partOf(firstLinks, part)) {
        await showFixture(page, fixtureUrl(stack.widget.origin, link, `theme=light&locale=${locale}`))
        const html = page.locator('html')
        await expect(html).toHaveAttribute('dir', direction)
        await expect(html).toHaveAttribute('lang', locale)
        const title =
          (await page.locator(sheetSelector).getByRole('heading', { level: 1 }).textContent()) ?? ''
        // These titles are names.
        if (!/ConnectingExternal|ConnectingMultiChain|ConnectingWalletConnect|GetWallet/.test(link))
          expect.soft(title, link).toMatch(marks)
        expect.soft(await findOverflow(page), link).toEqual([])
        expect.soft(await axeViolations(page), link).toEqual([])
      }
    })
  }
}

test('right-to-left host page › whole flow › mirrored, back right, close left', async ({ dapp }) => {
  await dapp.open({ options: { locale: 'ar' } })
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
  const sheet = await widget.sheet.boundingBox()
  const close = await widget.root.getByRole('button', { name: 'إغلاق' }).boundingBox()
  expect((close?.x ?? 999) - (sheet?.x ?? 0)).toBeLessThan(30)
})
