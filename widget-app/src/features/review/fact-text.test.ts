import { describe, expect, it } from 'vitest'
import { visibleLines } from '#widget/lib/text/bounded-text.ts'
import { shownLabel, shownName, shownText } from './fact-text.ts'
import { requestText } from './request-text.ts'

describe('displayed text of a request', () => {
  it('R13 › bidi override in a name › is written as its code point', () => {
    expect(shownName('Seaport\u202egnp.exe')).toBe('Seaport\\u202egnp.exe')
  })

  it('R13 › zero-width and line characters in a label › written as code points', () => {
    expect(shownLabel('to\u200b\n')).toBe('to\\u200b\\u000a')
  })

  it('R13 › name of ten thousand letters › shows 64 and counts the rest', () => {
    expect(shownName('A'.repeat(10_000))).toBe(`${'A'.repeat(64)}… (+9936)`)
  })

  it('R13 › long label › keeps its end, which names the value', () => {
    expect(shownLabel(`${'a.'.repeat(500)}amount`)).toMatch(/^….*\.amount$/)
  })

  it('long value › shows 400 characters and counts the rest', () => {
    expect(shownText('1'.repeat(401))).toBe(`${'1'.repeat(400)}… (+1)`)
  })

  it('multi-line text › keeps lines and tabs, writes out hidden characters', () => {
    expect(visibleLines('a\r\n\tb\u202e\rc')).toBe('a\n\tb\\u202e\\u000dc')
  })

  it('R13 › raw data too long, with an override › written out, the cut counted', () => {
    const text = requestText({ method: 'eth_sendTransaction', params: [`\u202e${'f'.repeat(30_000)}`] })
    expect(text).toContain('\\u202e')
    expect(text).toMatch(/… \(\+\d+\)$/)
  })
})
