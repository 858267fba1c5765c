import { expect, test } from './fixtures.ts'
import { brokenAmounts, cutTexts, findOverflow } from './pages/find-overflow.ts'
import { listSampleLinks, showSample } from './pages/fixtures-page.ts'

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

/** What may end in an ellipsis: it stands whole in the view that its row leads to, or is no more than a help. */
const mayBeCut = [
  // Whole in the transaction's own view.
  /^(To|From|With|إلى|من|مع) \u2068?0x\p{Hex}{4}…\p{Hex}{6}\u2069?$/u,
  /^Not compared yet$/,
  // A name that somebody chose, beside an address.
  /^The shop around the corner$/,
  // More than a field can hold; what is wrong with it is said below.
  /^ethereum:0x\p{Hex}+\?data=0x12$/u,
  /^base:0x\p{Hex}{40}$/u,
]

for (const [locale, direction] of [
  ['en', 'from left to right'],
  ['ar', 'from right to left'],
] as const) {
  test(`320 px, ${direction} › every view and state › fits; amounts whole, in order, uncut @long`, async ({
    page,
    stack,
  }) => {
    test.setTimeout(600_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const hash of (await listSampleLinks(page, stack.widget.origin)).flat()) {
      await showSample(page, `${stack.widget.origin}/dev.html?theme=light&locale=${locale}${hash}`)
      expect.soft(await findOverflow(page), hash).toEqual([])
      expect.soft(await brokenAmounts(page), hash).toEqual([])
      const cut = await cutTexts(page)
      expect
        .soft(
          cut.filter((text) => !mayBeCut.some((one) => one.test(text))),
          hash,
        )
        .toEqual([])
    }
  })
}
