import { bytesToHex } from '@noble/hashes/utils'
import { getPublicKey, HDKD, secretFromSeed, sign } from '@scure/sr25519'
import { assertAccountIndex } from './account-index.ts'
import { type Bytes, concatBytes, eraseBytes } from './bytes.ts'
import { createErasableSecret } from './erasable-secret.ts'
import { toSs58Address } from './ss58.ts'

/** A Polkadot account whose key can sign. */
export type PolkadotAccount = {
  /** The 32-byte public key in hexadecimal. */
  readonly publicKey: `0x${string}`
  /** SS58 address with the requested prefix. */
  readonly address: string
  /**
   * Signs a message of any length by sr25519 with the context `substrate`. The signature contains random bytes, so two
   * signatures of a message differ. Extrinsic payloads over 256 bytes are hashed by the caller.
   * @returns 64 bytes, without the type byte of `MultiSignature`. @throws Error after `erase`.
   */
  signMessage(message: Uint8Array): Bytes
  /** Overwrites the private key with zeros. */
  erase(): void
}

const chainCodeLength = 32

/** Chain code of the junction of a number: the number as SCALE `u64`, padded to 32 bytes (Substrate's `DeriveJunction`). */
function chainCodeOf(index: number): Bytes {
  const chainCode = new Uint8Array(chainCodeLength)
  new DataView(chainCode.buffer).setBigUint64(0, BigInt(index), true)
  return chainCode
}

/**
 * Derives a child secret by schnorrkel's hard derivation.
 * @param miniSecret 32 bytes; the parent is its ed25519 expansion.
 * @param chainCode 32 bytes.
 * @returns The child's 64-byte secret: key, then nonce seed.
 * @throws Error if a length is wrong.
 */
export function deriveHardSecret(miniSecret: Uint8Array, chainCode: Uint8Array): Bytes {
  const parent = secretFromSeed(miniSecret)
  const child = HDKD.secretHard(parent, chainCode)
  const secret = concatBytes(child)
  eraseBytes(parent, child)
  return secret
}

/**
 * Derives a Polkadot account from the mini secret of substrate-bip39: index 0 is the root key, which other wallets show
 * first, and each other one is the hard derivation `//index`.
 * @throws RangeError if the index is not an integer from 0 to 2^31 - 1, or for an invalid SS58 prefix.
 */
export function derivePolkadotAccount(
  miniSecret: Uint8Array,
  index: number,
  ss58Prefix: number,
): PolkadotAccount {
  assertAccountIndex(index)
  const secret = index === 0 ? secretFromSeed(miniSecret) : deriveHardSecret(miniSecret, chainCodeOf(index))
  const key = createErasableSecret(secret)
  const publicKey = getPublicKey(secret)
  return {
    publicKey: `0x${bytesToHex(publicKey)}`,
    address: toSs58Address(publicKey, ss58Prefix),
    signMessage: (message) => concatBytes(key.use((bytes) => sign(bytes, message))),
    erase: key.erase,
  }
}
