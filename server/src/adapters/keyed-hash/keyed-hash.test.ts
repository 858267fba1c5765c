import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeyedHash } from './keyed-hash.ts'

const keyOf = (id: string) => ({ id, key: new Uint8Array(createHash('sha256').update(id).digest()) })
const hashes = createKeyedHash([keyOf('a')])

describe('keyed hash', () => {
  it('text › matches its own hash in its context only', () => {
    const stored = hashes.hash('code', '1 123456')
    expect(stored).toMatch(/^a\.[0-9a-f]{64}$/)
    expect(hashes.matches(stored, 'code', '1 123456')).toBe(true)
    for (const [context, text] of [
      ['code', '1 123457'],
      ['address', '1 123456'],
      ['code', ''],
    ] as const)
      expect(hashes.matches(stored, context, text)).toBe(false)
  })

  it('other key › other hash', () => {
    const other = createKeyedHash([{ ...keyOf('b'), id: 'a' }])
    expect(other.hash('code', 'x')).not.toBe(hashes.hash('code', 'x'))
    expect(other.matches(hashes.hash('code', 'x'), 'code', 'x')).toBe(false)
  })

  it('rotation › hashes under the first key, matches under all', () => {
    const rotated = createKeyedHash([keyOf('b'), keyOf('a')])
    const former = hashes.hash('code', 'x')
    expect(rotated.matches(former, 'code', 'x')).toBe(true)
    expect(rotated.hash('code', 'x')).toMatch(/^b\./)
    expect(createKeyedHash([keyOf('b')]).matches(former, 'code', 'x')).toBe(false)
  })

  it.each(['', 'a', 'a.', 'a.zz', 'a.00', '.', 'c.00'])('stored text %j › matches nothing', (stored) => {
    expect(hashes.matches(stored, 'code', 'x')).toBe(false)
  })

  it('no key › no hashes', () => expect(() => createKeyedHash([])).toThrow('A key is needed'))
})
