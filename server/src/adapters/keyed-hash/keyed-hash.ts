import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from '../../ports/keyed-hash.ts'

type Key = { readonly id: string; readonly key: Uint8Array }

/**
 * HMAC-SHA-256 under keys that HKDF (RFC 5869) derives from the operator's, so that no key serves two algorithms. A stored hash
 * is `<key id>.<hex>`; hashes under former keys still match while those keys are configured.
 * @throws Error without a key.
 */
export function createKeyedHash(keys: readonly Key[]): KeyedHash {
  const derived = keys.map(({ id, key }) => ({
    id,
    key: Buffer.from(hkdfSync('sha256', key, '', 'drawbridge keyed hash v1', 32)),
  }))
  const [current] = derived
  if (current === undefined) throw new Error('A key is needed')
  // Contexts are constants of the code, and contain no NUL.
  const mac = (key: Uint8Array, context: string, text: string) =>
    createHmac('sha256', key).update(`${context}\0${text}`).digest()

  return {
    hash: (context, text) => `${current.id}.${mac(current.key, context, text).toString('hex')}`,
    matches: (stored, context, text) => {
      const [id, hex = ''] = stored.split('.')
      const key = derived.find((one) => one.id === id)
      if (key === undefined) return false
      const bytes = Buffer.from(hex, 'hex')
      const expected = mac(key.key, context, text)
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    },
  }
}
