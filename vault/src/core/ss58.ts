import { blake2b } from '@noble/hashes/blake2b'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { concatBytes, utf8Bytes } from './bytes.ts'

/** SS58 prefix of Polkadot (SS58 registry). */
export const polkadotSs58Prefix = 0
/** SS58 prefix of addresses that name no network. */
export const genericSs58Prefix = 42

const maxPrefix = 16_383
/** The bits of 46 and 47 mark other formats. */
const reservedPrefixes = [46, 47]

/** A prefix takes one byte up to 63, and two from there on, with its bits in SS58's order. */
function prefixBytes(prefix: number): Uint8Array {
  if (prefix < 64) return Uint8Array.of(prefix)
  return Uint8Array.of(((prefix & 0b1111_1100) >> 2) | 0b0100_0000, (prefix >> 8) | ((prefix & 0b11) << 6))
}

/**
 * Encodes a 32-byte public key as an SS58 address.
 * @throws RangeError if the key is not 32 bytes, or the prefix is not an integer from 0 to 16,383, or reserved.
 */
export function toSs58Address(publicKey: Uint8Array, prefix: number): string {
  if (publicKey.length !== 32) throw new RangeError('A public key must be 32 bytes')
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > maxPrefix || reservedPrefixes.includes(prefix))
    throw new RangeError('An SS58 prefix must be an integer from 0 to 16383, and not 46 or 47')
  const body = concatBytes(prefixBytes(prefix), publicKey)
  const checksum = blake2b(concatBytes(utf8Bytes('SS58PRE'), body)).subarray(0, 2)
  return encodeBase58(concatBytes(body, checksum))
}
