import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { axeViolations } from '../pages/axe-violations.ts'
import { findOverflow } from '../pages/find-overflow.ts'
import { listFixtureLinks, showFixture } from '../pages/fixtures-page.ts'
import { isInRotation } from '../rotating-tests.ts'

/** Links of all fixtures, by view; fetched once per worker. */
let cachedLinks: readonly (readonly string[])[] | undefined
async function fetchLinks(page: Page, origin: string): Promise<readonly (readonly string[])[]> {
  cachedLinks ??= await listFixtureLinks(page, origin)
  expect(cachedLinks).toHaveLength(viewCount)
  return cachedLinks
}

const viewCount = 51
/** Views per test: on a slow machine axe takes longer for all views than the timeout of one test. */
const viewsPerTest = 11
const parts = Array.from({ length: Math.ceil(viewCount / viewsPerTest) }, (_, at) => at + 1)
const partOf = <T>(all: readonly T[], part: number): readonly T[] =>
  all.slice((part - 1) * viewsPerTest, part * viewsPerTest)

async function expectNoViolations(page: Page, origin: string, hash: string): Promise<void> {
  await showFixture(page, `${origin}/dev.html?theme=light${hash}`)
  expect.soft(await axeViolations(page), `${hash}, light`).toEqual([])
  // Only colours differ in the dark theme, not the structure.
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  expect.soft(await axeViolations(page, ['color-contrast']), `${hash}, dark`).toEqual([])
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
    for (const hash of groups.flat()) await expectNoViolations(page, stack.widget.origin, hash)
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
      for (const hash of partOf(firstLinks, part)) {
        await showFixture(page, `${stack.widget.origin}/dev.html?theme=light&locale=${locale}${hash}`)
        const html = page.locator('html')
        await expect(html).toHaveAttribute('dir', direction)
        await expect(html).toHaveAttribute('lang', locale)
        const title = (await page.getByRole('dialog').getByRole('heading', { level: 1 }).textContent()) ?? ''
        // These titles are names.
        if (!/ConnectingExternal|ConnectingMultiChain|ConnectingWalletConnect|GetWallet/.test(hash))
          expect.soft(title, hash).toMatch(marks)
        expect.soft(await findOverflow(page), hash).toEqual([])
        expect.soft(await axeViolations(page), hash).toEqual([])
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
