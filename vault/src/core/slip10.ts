import { hmac } from '@noble/hashes/hmac'
import { sha512 } from '@noble/hashes/sha2'
import { hardenedOffset } from './account-index.ts'
import { type Bytes, concatBytes, eraseBytes, utf8Bytes } from './bytes.ts'

const keyLength = 32

/**
 * Derives an ed25519 private key by SLIP-10. All steps are hardened; ed25519 has no others.
 * @param seed 16 to 64 bytes.
 * @param path Child indexes from the master key, without the hardened offset: `[44, 501]` is m/44'/501'.
 * @returns 32 bytes: the seed of RFC 8032 §5.1.5.
 * @throws RangeError if the seed is too short or too long, or an index is not an integer from 0 to 2^31 - 1.
 */
export function deriveSlip10Key(seed: Uint8Array, path: readonly number[]): Bytes {
  if (seed.length < 16 || seed.length > 64) throw new RangeError('A seed must be 16 to 64 bytes')
  let node = hmac(sha512, utf8Bytes('ed25519 seed'), seed)
  for (const index of path) {
    if (!Number.isInteger(index) || index < 0 || index >= hardenedOffset)
      throw new RangeError('A child index must be an integer from 0 to 2^31 - 1')
    const data = new Uint8Array(1 + keyLength + 4)
    data.set(node.subarray(0, keyLength), 1)
    new DataView(data.buffer).setUint32(1 + keyLength, hardenedOffset + index)
    const child = hmac(sha512, node.subarray(keyLength), data)
    eraseBytes(node, data)
    node = child
  }
  const privateKey = concatBytes(node.subarray(0, keyLength))
  eraseBytes(node)
  return privateKey
}
