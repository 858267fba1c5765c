import { describe, expect, it } from 'vitest'
import { confirmMessageMaxBytes } from '#shared/config/limits.ts'
import { joinChunks, splitMessage } from './message-chunks.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length
const join = (parts: readonly string[]) => {
  const next = joinChunks()
  return parts.map(next)
}

describe('splitMessage', () => {
  it.each([
    ['nothing', ''],
    ['a short text', '{"is":"hello"}'],
    ['one part exactly', 'x'.repeat(48_000)],
    ['a byte more', 'x'.repeat(48_001)],
    ['letters of three bytes', '語'.repeat(100_000)],
    ['letters of four bytes, at an odd place', `x${'😀'.repeat(50_000)}`],
    ['byte order marks', '\ufeff'.repeat(40_000)],
    ['the largest', 'x'.repeat(confirmMessageMaxBytes)],
  ])('%s › joined unchanged, with its last chunk', (_name, text) => {
    const parts = splitMessage(text)
    for (const part of parts) expect(bytesOf(part)).toBeLessThanOrEqual(48_002)
    const joined = join(parts)
    expect(joined.at(-1)).toBe(text)
    expect(joined.slice(0, -1).every((one) => one === undefined)).toBe(true)
  })

  it('one byte above the maximum › RangeError', () => {
    expect(() => splitMessage('x'.repeat(confirmMessageMaxBytes + 1))).toThrow(RangeError)
  })
})

describe('joinChunks', () => {
  it('chunk without a predecessor › RangeError', () => {
    expect(() => join(['00x'])).toThrow(RangeError)
    expect(() => join(['01x'])).toThrow(RangeError)
    expect(() => join(['10a', '01b', '01c'])).toThrow(RangeError)
  })

  it('text that is no chunk › RangeError', () => {
    for (const part of ['', '1', '{"is":"hello"}', '2 x']) expect(() => join([part])).toThrow(RangeError)
  })

  it('first chunk before the last one arrived › starts again', () => {
    expect(join(['10a', '00b', '10c', '01d'])).toEqual([undefined, undefined, undefined, 'cd'])
  })

  it('chunks without an end › RangeError above the maximum message', () => {
    const next = joinChunks()
    next(`10${'x'.repeat(confirmMessageMaxBytes - 1)}`)
    next('00x')
    expect(() => next('00x')).toThrow(RangeError)
  })
})
