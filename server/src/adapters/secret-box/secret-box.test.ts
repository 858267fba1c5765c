import { createCipheriv, createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SecretBoxError } from '../../ports/secret-box.ts'
import { createSecretBox } from './secret-box.ts'
import { parseSecretKeys, type SecretKey } from './secret-keys.ts'

const keyOf = (id: string): SecretKey => ({
  id,
  key: new Uint8Array(createHash('sha256').update(id).digest()),
})
const box = createSecretBox([keyOf('a')])

describe('secret box', () => {
  it.each(['', 'x', 'schlüssel 🔑', '\0', 'k'.repeat(100_000)])('text › opens in its context', (text) => {
    const sealed = box.seal(text, 'sessions/1')
    expect(box.open(sealed, 'sessions/1')).toBe(text)
    expect(sealed).toMatch(/^v1\.a\.[\w-]+$/)
    if (text.length > 1) expect(sealed).not.toContain(text)
  })

  it('equal texts › sealed differently', () => {
    const sealed = new Set(Array.from({ length: 100 }, () => box.seal('same', 'c')))
    expect(sealed.size).toBe(100)
  })

  it('sealed text › AES-256-GCM with version, key id and context as additional data', () => {
    const { key } = keyOf('a')
    const sealed = box.seal('text', 'place')
    const bytes = Buffer.from(sealed.slice('v1.a.'.length), 'base64url')
    const cipher = createCipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    cipher.setAAD(Buffer.from('v1\0a\0place'))
    const encrypted = Buffer.concat([cipher.update('text'), cipher.final(), cipher.getAuthTag()])
    expect(bytes.subarray(12)).toEqual(encrypted)
  })

  it('every changed bit, byte removed or added › does not open', () => {
    const sealed = box.seal('private key', 'c')
    const prefix = 'v1.a.'
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
    const changed = [...bytes.keys()].flatMap((index) =>
      [...Array(8).keys()].map((bit) => {
        const copy = Buffer.from(bytes)
        copy[index] = (copy[index] ?? 0) ^ (1 << bit)
        return copy
      }),
    )
    const cut = [...bytes.keys()].map((length) => bytes.subarray(0, length))
    const longer = [Buffer.concat([bytes, Buffer.from([0])]), Buffer.concat([Buffer.from([0]), bytes])]
    for (const tampered of [...changed, ...cut, ...longer])
      expect(() => box.open(prefix + tampered.toString('base64url'), 'c')).toThrow(SecretBoxError)
  })

  it('every changed character › does not open', () => {
    const sealed = box.seal('private key', 'c')
    for (const index of sealed.split('').keys()) {
      const other = sealed[index] === 'B' ? 'C' : 'B'
      const tampered = sealed.slice(0, index) + other + sealed.slice(index + 1)
      expect(() => box.open(tampered, 'c')).toThrow(SecretBoxError)
    }
  })

  it('other encoding of the same bytes › does not open', () => {
    // 38 bytes leave four bits of the last character unused.
    const sealed = box.seal('10 letters', 'c')
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const opened = [...letters].filter((last) => {
      try {
        return box.open(sealed.slice(0, -1) + last, 'c') !== ''
      } catch {
        return false
      }
    })
    expect(opened).toEqual([sealed.at(-1)])
  })

  it.each(['', 'd', 'c ', 'C', 'c\0', '\0c'])('context %j › does not open that of "c"', (context) => {
    expect(() => box.open(box.seal('x', 'c'), context)).toThrow('another context')
  })

  it.each(['', 'v1', 'v1.a', 'v1.a.', 'v2.a.AAAA', 'v1.a.AAAA', 'v1.a.!!!', `v1.a.${'A'.repeat(40)}.b`, 'x'])(
    '%j › not a sealed secret',
    (text) => {
      expect(() => box.open(text, 'c')).toThrow('not a sealed secret')
    },
  )

  it('unknown key, or another key with that id › does not open', () => {
    const sealed = box.seal('x', 'c')
    expect(() => createSecretBox([keyOf('b')]).open(sealed, 'c')).toThrow('unknown key')
    expect(() => createSecretBox([{ ...keyOf('b'), id: 'a' }]).open(sealed, 'c')).toThrow(SecretBoxError)
    expect(() => createSecretBox([keyOf('a'), keyOf('b')]).open(sealed.replace('.a.', '.b.'), 'c')).toThrow(
      SecretBoxError,
    )
  })

  it('rotation › seals under the first key, opens under all, detects what to reseal', () => {
    const rotated = createSecretBox([keyOf('b'), keyOf('a')])
    const before = box.seal('x', 'c')
    expect(rotated.open(before, 'c')).toBe('x')
    expect(before.startsWith(box.currentPrefix)).toBe(true)
    expect(before.startsWith(rotated.currentPrefix)).toBe(false)
    const after = rotated.seal(rotated.open(before, 'c'), 'c')
    expect(createSecretBox([keyOf('b')]).open(after, 'c')).toBe('x')
    expect(after.startsWith(rotated.currentPrefix)).toBe(true)
  })
})

describe('secret keys', () => {
  const base64 = Buffer.from(keyOf('a').key).toString('base64')
  const base64url = Buffer.from(keyOf('b').key).toString('base64url')

  it('list › parsed in order', () => {
    expect(parseSecretKeys(`new:${base64}, old:${base64url}\n`)).toEqual([
      { ...keyOf('a'), id: 'new' },
      { ...keyOf('b'), id: 'old' },
    ])
  })

  it.each([
    ['', 'There is no secret key'],
    [' , ', 'There is no secret key'],
    [base64, 'Secret key 1 is not written as id:key'],
    [`a:${base64},b.c:${base64}`, 'Secret key 2 is not written as id:key'],
    [`a:${base64.slice(4)}`, 'Secret key 1 is not 32 bytes in base64'],
    [`a:${base64}AAAA`, 'Secret key 1 is not written as id:key'],
    [`a:${Buffer.alloc(32).toString('base64')}`, 'Secret key 1 is not random'],
    [`a:${base64},a:${base64url}`, 'Two secret keys have one id'],
  ])('case %# › rejected without the key in the message', (text, message) => {
    expect(() => parseSecretKeys(text)).toThrow(new Error(message))
  })

  it('no key › no secret box', () => expect(() => createSecretBox([])).toThrow('A secret key is needed'))
})
