import { expect, test } from '../fixtures.ts'
import { brokenAmounts, cutTexts, findOverflow } from '../pages/find-overflow.ts'
import { fixtureUrl, listFixtureLinks, showFixture } from '../pages/fixtures-page.ts'

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

/** Texts that may end in an ellipsis: the view behind the row has the whole text, or the text is only a hint. */
const cuttable = [
  // The transaction's view has the whole address.
  /^(To|From|With|إلى|من|مع) \u2068?0x\p{Hex}{4}…\p{Hex}{6}\u2069?$/u,
  /^Not compared yet$/,
  // A custom name next to an address.
  /^The shop around the corner$/,
  // Longer than the field; the message below names the problem.
  /^ethereum:0x\p{Hex}+\?data=0x12$/u,
  /^base:0x\p{Hex}{40}$/u,
]

for (const [locale, direction] of [
  ['en', 'from left to right'],
  ['ar', 'from right to left'],
] as const) {
  test(`320 px, ${direction} › each view and state › fits, amounts not cut @long`, async ({
    page,
    stack,
  }) => {
    test.setTimeout(600_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const hash of (await listFixtureLinks(page, stack.widget.origin)).flat()) {
      await showFixture(page, fixtureUrl(stack.widget.origin, hash, `theme=light&locale=${locale}`))
      expect.soft(await findOverflow(page), hash).toEqual([])
      expect.soft(await brokenAmounts(page), hash).toEqual([])
      const cut = await cutTexts(page)
      expect
        .soft(
          cut.filter((text) => !cuttable.some((one) => one.test(text))),
          hash,
        )
        .toEqual([])
    }
  })
}
