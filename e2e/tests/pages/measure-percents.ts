import type { Page } from '@playwright/test'

/** The numbers of percent on screen, and the texts in which the sign is not to the right of its number. */
type Percents = { readonly count: number; readonly wrong: readonly string[] }

/**
 * Measures where each percent sign is painted: bidirectional text can move it to the other side of its number. Arabic with
 * the digits 0–9 has it on the right, as English does.
 */
export const measurePercents = (page: Page): Promise<Percents> =>
  page.evaluate(() => {
    const wrong: string[] = []
    let count = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      // Direction marks may be between a number and its sign.
      for (const { index, 0: match } of text.matchAll(/\d[\s\u200e\u200f]*[%\u066a]/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const digit = range.getBoundingClientRect()
        range.setStart(node, index + match.length - 1)
        range.setEnd(node, index + match.length)
        const sign = range.getBoundingClientRect()
        if (digit.width === 0) continue
        count += 1
        if (sign.left < digit.right - 1) wrong.push(text)
      }
    }
    return { count, wrong }
  })
