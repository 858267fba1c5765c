import { ed25519 } from '@noble/curves/ed25519'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { assertAccountIndex } from './account-index.ts'
import { type Bytes, concatBytes } from './bytes.ts'
import { createErasableSecret } from './erasable-secret.ts'
import { deriveSlip10Key } from './slip10.ts'

/** A Solana account whose key can sign. */
export type SolanaAccount = {
  /** The 32-byte public key in base58. */
  readonly address: string
  /**
   * Signs a message of any length by Ed25519 (RFC 8032).
   * @returns 64 bytes. @throws Error after `erase`.
   */
  signMessage(message: Uint8Array): Bytes
  /** Private and public key, 64 bytes in base58, as Phantom and Solflare import them. @throws Error after `erase`. */
  exportKey(): string
  /** Overwrites the private key with zeros. */
  erase(): void
}

/**
 * Derives the Solana account m/44'/501'/index'/0' (SLIP-10, SLIP-44; the path of Phantom and Solflare) from the 64-byte
 * seed of BIP-39.
 * @throws RangeError if the index is not an integer from 0 to 2^31 - 1.
 */
export function deriveSolanaAccount(seed: Uint8Array, index: number): SolanaAccount {
  assertAccountIndex(index)
  const privateKey = deriveSlip10Key(seed, [44, 501, index, 0])
  const key = createErasableSecret(privateKey)
  const publicKey = ed25519.getPublicKey(privateKey)
  return {
    address: encodeBase58(publicKey),
    signMessage: (message) => concatBytes(key.use((secret) => ed25519.sign(message, secret))),
    exportKey: () => key.use((secret) => encodeBase58(concatBytes(secret, publicKey))),
    erase: key.erase,
  }
}
