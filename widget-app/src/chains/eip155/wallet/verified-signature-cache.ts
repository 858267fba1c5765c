import { signatureCacheLimit } from '#shared/config/limits.ts'
import type { Hex } from '../hex.ts'

/** Verified signatures of accounts, so that each is verified once. */
export type VerifiedSignatures = {
  has(address: Hex, digest: Hex, signature: Hex): boolean
  add(address: Hex, digest: Hex, signature: Hex): void
}

/** Creates a cache of 8,192 signatures (SPEC §9) that evicts the least recently used. */
export function createVerifiedSignatures(): VerifiedSignatures {
  const signatures = new Map<string, Hex>()
  const keyOf = (address: Hex, digest: Hex) => `${address.toLowerCase()} ${digest}`
  return {
    has: (address, digest, signature) => {
      const key = keyOf(address, digest)
      const isSame = signatures.get(key) === signature
      if (isSame) {
        signatures.delete(key)
        signatures.set(key, signature)
      }
      return isSame
    },
    add: (address, digest, signature) => {
      const key = keyOf(address, digest)
      signatures.delete(key)
      signatures.set(key, signature)
      const oldest = signatures.keys().next().value
      if (signatures.size > signatureCacheLimit && oldest !== undefined) signatures.delete(oldest)
    },
  }
}
