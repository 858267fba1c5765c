import { signatureCacheLimit } from '#shared/config/limits.ts'
import type { Hex } from '../hex.ts'

/** Verified signatures of accounts, so that each is verified once. */
export type VerifiedSignatures = {
  has(address: Hex, digest: Hex, signature: Hex): boolean
  add(address: Hex, digest: Hex, signature: Hex): void
}

/** Creates a cache of 8,192 signatures (SPEC §9) that evicts the least recently used. */
export function makeVerifiedSignatures(): VerifiedSignatures {
  const known = new Map<string, Hex>()
  const keyOf = (address: Hex, digest: Hex) => `${address.toLowerCase()} ${digest}`
  return {
    has: (address, digest, signature) => {
      const key = keyOf(address, digest)
      const isSame = known.get(key) === signature
      if (isSame) {
        known.delete(key)
        known.set(key, signature)
      }
      return isSame
    },
    add: (address, digest, signature) => {
      const key = keyOf(address, digest)
      known.delete(key)
      known.set(key, signature)
      const oldest = known.keys().next().value
      if (known.size > signatureCacheLimit && oldest !== undefined) known.delete(oldest)
    },
  }
}
