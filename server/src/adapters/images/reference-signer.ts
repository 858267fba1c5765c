import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ReferenceSigner } from '../../ports/sources/images.ts'

const signatureLength = 22
const purpose = 'drawbridge picture reference v1'

/**
 * HMAC-SHA-256, truncated to 128 bits, with a key derived from each secret, so that the secrets can serve other purposes
 * too. The first secret signs, all verify.
 * @throws Error without a secret, or for one of less than 32 bytes.
 */
export function createReferenceSigner(secrets: readonly Uint8Array[]): ReferenceSigner {
  if (secrets.length === 0 || secrets.some((secret) => secret.length < 32))
    throw new Error('Picture references need a secret of 32 bytes')
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const signatureBy = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, signatureLength)
  return {
    sign: (text) =>
      keys
        .slice(0, 1)
        .map((key) => signatureBy(key, text))
        .join(''),
    verify: (text, signature) => {
      const actual = Buffer.from(signature)
      return keys.some((key) => {
        const expected = Buffer.from(signatureBy(key, text))
        return actual.length === expected.length && timingSafeEqual(actual, expected)
      })
    },
  }
}
