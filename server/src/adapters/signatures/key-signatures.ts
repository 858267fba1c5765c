import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { decodeAddress } from '@polkadot/util-crypto/address'
import { base58Decode } from '@polkadot/util-crypto/base58'
import { signatureVerify } from '@polkadot/util-crypto/signature'

const keyLength = 32
const ed25519Length = 64
/** Prefix of the 32 bytes of an Ed25519 key in SubjectPublicKeyInfo (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const hexPattern = /^0x(?:[0-9a-f]{2})+$/i

/** Returns the function's result; undefined if it throws. */
function tryOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const base58 = (text: string): Uint8Array | undefined => tryOrUndefined(() => base58Decode(text))

/**
 * True if a key is one of the few points of small order, for which a signature of any text can be created without a secret:
 * the system program of Solana and Polkadot's all-zero account are such keys.
 */
const isSmallOrder = (key: Uint8Array): boolean =>
  tryOrUndefined(() => ed25519.ExtendedPoint.fromHex(key).isSmallOrder()) ?? false

/** Whether a Solana account (base58) signed a text, with an Ed25519 signature in base58. */
export function isSignedBySolanaKey(address: string, message: string, signature: string): boolean {
  const [key, bytes] = [base58(address), base58(signature)]
  if (key?.length !== keyLength || bytes?.length !== ed25519Length || isSmallOrder(key)) return false
  const der = Buffer.concat([spkiPrefix, key])
  const publicKey = tryOrUndefined(() => createPublicKey({ key: der, format: 'der', type: 'spki' }))
  return publicKey !== undefined && verify(null, Buffer.from(message), publicKey, bytes)
}

/**
 * Whether a Polkadot account (SS58 with any prefix, or 20 bytes in hex) signed a text, in `<Bytes>` or not, with sr25519,
 * ed25519 or ecdsa. The signature is in hex, with or without the type byte of `MultiSignature`.
 */
export async function isSignedByPolkadotKey(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const key = tryOrUndefined(() => decodeAddress(address))
  if (key === undefined || isSmallOrder(key) || !hexPattern.test(signature)) return false
  await cryptoWaitReady()
  // As bytes: a text like 0x… would be decoded as hex.
  const text = new TextEncoder().encode(message)
  return tryOrUndefined(() => signatureVerify(text, signature, address).isValid) ?? false
}
