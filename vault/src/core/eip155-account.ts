import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import { assertAccountIndex, hardenedOffset } from './account-index.ts'
import { deriveBip32Key } from './bip32.ts'
import { type Bytes, concatBytes, utf8Bytes } from './bytes.ts'
import { createErasableSecret } from './erasable-secret.ts'

/** An EVM account whose key can sign. */
export type Eip155Account = {
  /** Address with the checksum of EIP-55. */
  readonly address: `0x${string}`
  /**
   * Signs a 32-byte digest by ECDSA with the deterministic nonce of RFC 6979.
   * @returns 65 bytes: r, s (in the lower half of the order, EIP-2) and v (27 or 28).
   * @throws RangeError if the digest is not 32 bytes. @throws Error after `erase`.
   */
  signDigest(digest: Uint8Array): Bytes
  /** The private key in hexadecimal, as other wallets import it. @throws Error after `erase`. */
  exportKey(): string
  /** Calls a function with the private key: 32 bytes, which it neither keeps nor changes. @throws Error after `erase`. */
  useKey<Result>(operation: (privateKey: Uint8Array) => Result): Result
  /** Overwrites the private key with zeros. */
  erase(): void
}

const digestLength = 32

/** Formats a 20-byte address with the checksum of EIP-55. */
function toChecksumAddress(address: Uint8Array): `0x${string}` {
  const hex = bytesToHex(address)
  const hash = bytesToHex(keccak_256(utf8Bytes(hex)))
  const digits = [...hex].map((digit, at) => ((hash[at] ?? '') >= '8' ? digit.toUpperCase() : digit))
  return `0x${digits.join('')}`
}

/** Address of a private key: the last 20 bytes of the Keccak-256 hash of the public key (Yellow Paper, appendix F). */
function addressOf(privateKey: Uint8Array): `0x${string}` {
  const publicKey = secp256k1.getPublicKey(privateKey, false)
  return toChecksumAddress(keccak_256(publicKey.subarray(1)).subarray(-20))
}

/**
 * Derives the EVM account m/44'/60'/0'/0/index (BIP-44, SLIP-44) from the 64-byte seed of BIP-39.
 * @throws RangeError if the index is not an integer from 0 to 2^31 - 1.
 */
export function deriveEip155Account(seed: Uint8Array, index: number): Eip155Account {
  assertAccountIndex(index)
  const path = [hardenedOffset + 44, hardenedOffset + 60, hardenedOffset, 0, index]
  return eip155AccountOf(deriveBip32Key(seed, path))
}

/** The EVM account of a private key: 32 bytes, which the caller passes on and uses no longer. @throws Error for an invalid key. */
export function eip155AccountOf(privateKey: Uint8Array): Eip155Account {
  const key = createErasableSecret(privateKey)
  return {
    address: addressOf(privateKey),
    signDigest: (digest) => {
      if (digest.length !== digestLength) throw new RangeError(`A digest must be ${digestLength} bytes`)
      const signature = key.use((secret) => secp256k1.sign(digest, secret, { lowS: true }))
      return concatBytes(signature.toCompactRawBytes(), Uint8Array.of(27 + signature.recovery))
    },
    exportKey: () => key.use((secret) => `0x${bytesToHex(secret)}`),
    useKey: key.use,
    erase: key.erase,
  }
}
