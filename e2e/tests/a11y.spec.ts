import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Standalone } from './pages/standalone.ts'

/** What axe calls serious or critical, one line each. */
async function violations(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  // In the page itself, which has no frames of others: the other way opens a page of its own for each analysis.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-sample-mark]')
  const { violations: found } = await (only === undefined ? builder : builder.withRules([...only])).analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** The links of all samples, by view, as the widget itself lists them; they are asked for once in each worker. */
let listed: readonly (readonly string[])[] | undefined
async function listSamples(page: Page, standalone: Standalone): Promise<readonly (readonly string[])[]> {
  if (listed) return listed
  await page.goto(`${standalone.world.stack.widget.origin}/#/samples`)
  await expect(page.getByRole('heading', { name: 'Views and states' })).toBeVisible()
  const groups = await page.locator('main section').all()
  listed = await Promise.all(
    groups.map((group) =>
      group.locator('li a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? '')),
    ),
  )
  return listed
}

let shown = 0
async function show(page: Page, standalone: Standalone, hash: string, query = ''): Promise<void> {
  shown += 1
  // Another query, because a document of its own is what keeps samples apart.
  await page.goto(`${standalone.world.stack.widget.origin}/?at=${shown}&theme=light${query}${hash}`)
  // One state is about a wallet that has been silent for 8 s.
  await page.locator('html[data-sample="settled"]').waitFor({ timeout: 15_000 })
}

const viewCount = 43
/** Four views to a test: axe takes its time, and a slow machine more of it than one test may for all of them. */
const share = 4
const parts = Array.from({ length: Math.ceil(viewCount / share) }, (_, at) => at + 1)
const partOf = <T>(all: readonly T[], part: number): readonly T[] =>
  all.slice((part - 1) * share, part * share)

async function isClean(page: Page, standalone: Standalone, hash: string): Promise<void> {
  await show(page, standalone, hash)
  expect.soft(await violations(page), `${hash}, light`).toEqual([])
  // The structure is the same in the dark; colours are not.
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  expect.soft(await violations(page, ['color-contrast']), `${hash}, dark`).toEqual([])
}

for (const part of parts) {
  test(`behavior: axe finds nothing serious in any view, light and dark (${part} of ${parts.length})`, async ({
    page,
    standalone,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const groups = await listSamples(page, standalone)
    expect(groups).toHaveLength(viewCount)
    for (const [first = ''] of partOf(groups, part)) await isClean(page, standalone, first)
  })
}

test('behavior: axe finds nothing serious in any view and state, light and dark @long', async ({
  page,
  standalone,
}) => {
  test.setTimeout(400_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const groups = await listSamples(page, standalone)
  expect(groups).toHaveLength(viewCount)
  for (const hash of groups.flat()) await isClean(page, standalone, hash)
})

/** Elements with text that neither fits nor scrolls nor ends in an ellipsis, and a page that scrolls sideways. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('[role=dialog] *')) {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut = overflowX === 'hidden' || overflowX === 'clip'
      if (
        isCut &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 1
      )
        found.push(`cut: ${element.outerHTML.slice(0, 160)}`)
    }
    const panel = document.querySelector('[role=dialog]')?.getBoundingClientRect()
    for (const button of document.querySelectorAll('[role=dialog] button, [role=dialog] a')) {
      const { left, right, width } = button.getBoundingClientRect()
      if (panel && width > 0 && (left < panel.left - 1 || right > panel.right + 1))
        found.push(`outside: ${button.outerHTML.slice(0, 160)}`)
    }
    return found
  })

for (const [locale, direction, marks] of [
  ['en-XA', 'ltr', /[åéîöûñţš]/],
  ['ar', 'rtl', /[\u0600-\u06ff]/],
] as const) {
  // The longer words of the pseudo-locale take part in the long run only: each of the two takes half a minute.
  const tag = locale === 'en-XA' ? '@long' : []
  for (const part of parts) {
    test(`behavior: in ${locale} (${direction}) every view is in its language, fits, and axe finds nothing serious (${part} of ${parts.length})`, {
      tag,
    }, async ({ page, standalone }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const firsts = (await listSamples(page, standalone)).map(([first = '']) => first)
      expect(firsts).toHaveLength(viewCount)
      for (const hash of partOf(firsts, part)) {
        await show(page, standalone, hash, `&locale=${locale}`)
        const html = page.locator('html')
        await expect(html).toHaveAttribute('dir', direction)
        await expect(html).toHaveAttribute('lang', locale)
        const title = (await page.getByRole('dialog').getByRole('heading', { level: 1 }).textContent()) ?? ''
        // These titles are names.
        if (!/ConnectingExternal|ConnectingMultiChain|ConnectingWalletConnect|GetWallet/.test(hash))
          expect.soft(title, hash).toMatch(marks)
        expect.soft(await misfits(page), hash).toEqual([])
        expect.soft(await violations(page), hash).toEqual([])
      }
    })
  }
}

test('behavior: in a right-to-left page of a host the whole flow is mirrored: back on the right, close on the left', async ({
  dapp,
}) => {
  await dapp.open({ options: { locale: 'ar' } })
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
  const sheet = await widget.sheet.boundingBox()
  const close = await widget.root.getByRole('button', { name: 'إغلاق' }).boundingBox()
  expect((close?.x ?? 999) - (sheet?.x ?? 0)).toBeLessThan(30)
})
