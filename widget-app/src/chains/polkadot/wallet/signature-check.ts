import { hexToU8a, u8aToHex } from '@polkadot/util'
import { ed25519Verify } from '@polkadot/util-crypto/ed25519/verify'
import { secp256k1Verify } from '@polkadot/util-crypto/secp256k1/verify'
import { sr25519Verify } from '@polkadot/util-crypto/sr25519/verify'
import { accountBytes, isH160 } from '../address.ts'

/** The kind of key of a signature; `ethereum` is secp256k1 over Keccak-256, for accounts of 20 bytes. */
export type KeyKind = 'ed25519' | 'sr25519' | 'ecdsa' | 'ethereum'

/** A verified signature of an account: its kind, and its bytes without a type byte, recovery byte 0 to 3. */
export type VerifiedSignature = { readonly kind: KeyKind; readonly bytes: Uint8Array }

/**
 * Length of a signature in bytes: 64 for ed25519 and sr25519, 65 for ecdsa. A `MultiSignature` has an additional type byte
 * in front.
 */
const curveLength = 64
const recoverableLength = 65

/** The type byte of each kind in `MultiSignature`; an account of 20 bytes has none. */
const typeBytes = { ed25519: 0, sr25519: 1, ecdsa: 2, ethereum: undefined } as const

type Candidate = VerifiedSignature & { readonly verifies: (message: Uint8Array, key: Uint8Array) => boolean }

/** The recovery byte as 0 to 3: Ethereum wallets write 27 and 28, and chains accept both. */
function withPlainRecovery(bytes: Uint8Array): Uint8Array {
  const plain = Uint8Array.from(bytes)
  const recovery = plain[recoverableLength - 1] ?? 0
  if (recovery >= 27) plain[recoverableLength - 1] = recovery - 27
  return plain
}

const curveCandidates = (bytes: Uint8Array): readonly Candidate[] => [
  { kind: 'sr25519', bytes, verifies: (message, key) => sr25519Verify(message, bytes, key) },
  { kind: 'ed25519', bytes, verifies: (message, key) => ed25519Verify(message, bytes, key) },
]

function recoverableCandidate(raw: Uint8Array, kind: 'ecdsa' | 'ethereum'): Candidate {
  const bytes = withPlainRecovery(raw)
  const hash = kind === 'ethereum' ? 'keccak' : 'blake2'
  return { kind, bytes, verifies: (message, key) => secp256k1Verify(message, bytes, key, hash, true) }
}

/**
 * The possible kinds of an account's signature, by its length alone. Its first byte may be a type byte or part of the
 * signature, which only verification decides: 65 bytes are a typed curve signature or a bare ecdsa one.
 */
function candidates(signature: Uint8Array, isOfH160: boolean): readonly Candidate[] {
  const rest = signature.subarray(1)
  switch (signature.length) {
    case curveLength:
      return isOfH160 ? [] : curveCandidates(signature)
    case recoverableLength:
      return isOfH160
        ? [recoverableCandidate(signature, 'ethereum')]
        : [...curveCandidates(rest), recoverableCandidate(signature, 'ecdsa')]
    case recoverableLength + 1:
      return [recoverableCandidate(rest, isOfH160 ? 'ethereum' : 'ecdsa')]
    default:
      return []
  }
}

const isHex = /^0x(?:[0-9a-f]{2})*$/i
const bytesOf = (signature: string): Uint8Array =>
  isHex.test(signature) ? hexToU8a(signature) : new Uint8Array()

/** Whether these bytes have the length of a signature of the account, with or without a type byte. */
export const hasSignatureLength = (signature: string, address: string): boolean =>
  candidates(bytesOf(signature), isH160(address)).length > 0

/** The account's signature of exactly these bytes, in any encoding; undefined if none verifies. */
export function verifiedSignature(
  message: Uint8Array,
  signature: string,
  address: string,
): VerifiedSignature | undefined {
  const verified = candidates(bytesOf(signature), isH160(address)).find(({ verifies }) => {
    try {
      return verifies(message, accountBytes(address))
    } catch {
      return false
    }
  })
  return verified && { kind: verified.kind, bytes: verified.bytes }
}

/** Whether an account signed exactly these bytes, with the key of its kind; never throws. */
export const isSignatureOf = (message: Uint8Array, signature: string, address: string): boolean =>
  verifiedSignature(message, signature, address) !== undefined

/** A signature in the chain's encoding: with its type byte, for accounts of 20 bytes without. */
export function chainSignature({ kind, bytes }: VerifiedSignature): `0x${string}` {
  const type = typeBytes[kind]
  return u8aToHex(type === undefined ? bytes : Uint8Array.of(type, ...bytes))
}
