import { describe, expect, it } from 'vitest'
import { createKeyStore } from './key-store.ts'
import { memoryIndexedDb } from './testing/memory-indexed-db.ts'

const generate = (extractable: boolean, namedCurve = 'P-256') =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, extractable, ['sign', 'verify'])

describe('createKeyStore', () => {
  it('first page › creates a key that cannot be exported', async () => {
    const { factory, records, connectionCount } = memoryIndexedDb()
    const { pair, isPersistent } = await createKeyStore('keys', () => factory).load()
    expect(isPersistent).toBe(true)
    expect(pair.privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow()
    expect(records.size).toBe(1)
    expect(connectionCount()).toBe(0)
  })

  it('next page › has the same key', async () => {
    const { factory } = memoryIndexedDb()
    const first = await createKeyStore('keys', () => factory).load()
    const second = await createKeyStore('keys', () => factory).load()
    expect(second.pair.privateKey).toBe(first.pair.privateKey)
  })

  it('two pages at once › one key', async () => {
    const { factory } = memoryIndexedDb()
    const [first, second] = await Promise.all([
      createKeyStore('keys', () => factory).load(),
      createKeyStore('keys', () => factory).load(),
    ])
    expect(second.pair.privateKey).toBe(first.pair.privateKey)
  })

  it.each([
    ['text', async () => 'key'],
    ['exportable key', async () => generate(true)],
    ['key of another curve', async () => generate(false, 'P-384')],
    [
      'keys swapped',
      async () => {
        const { privateKey, publicKey } = await generate(false)
        return { privateKey: publicKey, publicKey: privateKey }
      },
    ],
  ])('stored %s › replaced', async (_, create) => {
    const stored = await create()
    const { factory, records } = memoryIndexedDb({ es256: stored })
    const { pair } = await createKeyStore('keys', () => factory).load()
    expect(pair.privateKey.extractable).toBe(false)
    expect(pair.privateKey.algorithm).toMatchObject({ namedCurve: 'P-256' })
    expect(records.get('es256')).toBe(pair)
  })

  it.each([
    ['missing', () => undefined],
    [
      'blocked',
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    ],
  ])('IndexedDB %s › key in memory', async (_, indexedDb) => {
    const keys = createKeyStore('keys', indexedDb)
    const { pair, isPersistent } = await keys.load()
    expect(isPersistent).toBe(false)
    expect((await keys.load()).pair).toBe(pair)
  })

  it('key that cannot be stored › key in memory', async () => {
    const { factory, records } = memoryIndexedDb({}, () => {
      throw new DOMException('The object can not be cloned.', 'DataCloneError')
    })
    const { isPersistent } = await createKeyStore('keys', () => factory).load()
    expect(isPersistent).toBe(false)
    expect(records.size).toBe(0)
  })
})
