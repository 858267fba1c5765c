import { describe, expect, it } from 'vitest'
import { visibleLines } from '#widget/lib/text/bounded-text.ts'
import { shownLabel, shownName, shownText } from './fact-text.ts'
import { requestText } from './request-text.ts'

describe('texts of a request as they are shown', () => {
  it('R13 › bidi override in a name › written as its number', () => {
    expect(shownName('Seaport\u202egnp.exe')).toBe('Seaport\\u202egnp.exe')
  })

  it('R13 › zero-width and line characters in a label › written as their numbers', () => {
    expect(shownLabel('to\u200b\n')).toBe('to\\u200b\\u000a')
  })

  it('R13 › a name of ten thousand letters › 64 of them, and how many more', () => {
    expect(shownName('A'.repeat(10_000))).toBe(`${'A'.repeat(64)}… (+9936)`)
  })

  it('R13 › a long label › keeps its end, which names the value', () => {
    expect(shownLabel(`${'a.'.repeat(500)}amount`)).toMatch(/^….*\.amount$/)
  })

  it('a long value › 400 characters, and how many more', () => {
    expect(shownText('1'.repeat(401))).toBe(`${'1'.repeat(400)}… (+1)`)
  })

  it('a text of many lines › keeps lines and tabs, shows what hides between them', () => {
    expect(visibleLines('a\r\n\tb\u202e\rc')).toBe('a\n\tb\\u202e\\u000dc')
  })

  it('R13 › raw data with an override, too long › shown, and the cut counted', () => {
    const text = requestText({ method: 'eth_sendTransaction', params: [`\u202e${'f'.repeat(30_000)}`] })
    expect(text).toContain('\\u202e')
    expect(text).toMatch(/… \(\+\d+\)$/)
  })
})
