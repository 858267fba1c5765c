import { type Bytes, concatBytes, encodeFields, eraseBytes, utf8Bytes } from './bytes.ts'
import type { WalletId } from './wallet-id.ts'

/** A device's key pair of one transfer: ECDH on P-256, whose private key cannot be exported. */
export type TransferKeyPair = { readonly privateKey: CryptoKey; readonly publicKey: Bytes }

/** Public values of one transfer, which both devices must have alike. */
export type Transcript = {
  readonly wallet: WalletId
  readonly newDeviceKey: Bytes
  readonly blinding: Bytes
  readonly oldDeviceKey: Bytes
}

const curve = { name: 'ECDH', namedCurve: 'P-256' }
const sharedSecretBits = 256
const label = 'drawbridge transfer v1'

const numberDigits = 6

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

const transcriptFields = ({ wallet, newDeviceKey, blinding, oldDeviceKey }: Transcript) =>
  [wallet.userId, wallet.walletId, newDeviceKey, blinding, oldDeviceKey] as const

/** Creates a key pair for one transfer. */
export async function createTransferKeyPair(): Promise<TransferKeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return { privateKey, publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)) }
}

/**
 * The new device's commitment: SHA-256 of its public key and 32 random bytes, which hide the key also from an attacker who
 * can guess it.
 */
export const commitTo = (newDeviceKey: Bytes, blinding: Bytes): Promise<Bytes> =>
  sha256(encodeFields(`${label} commitment`, newDeviceKey, blinding))

/** The matching number of a transfer: six digits of SHA-256 of the transcript; its deviation from uniform is below 2^-44. */
export async function matchingNumber(transcript: Transcript): Promise<string> {
  const hash = await sha256(encodeFields(`${label} number`, ...transcriptFields(transcript)))
  const number = new DataView(hash.buffer).getBigUint64(0) % 10n ** BigInt(numberDigits)
  return `${number}`.padStart(numberDigits, '0')
}

/**
 * Derives the key that encrypts the entropy: AES-256-GCM from HKDF-SHA-256 (RFC 5869) of the shared secret of ECDH, with
 * SHA-256 of the transcript as salt. Undefined if the peer's public key is not a point of P-256.
 */
export async function deriveTransferKey(
  privateKey: CryptoKey,
  peerKey: Bytes,
  transcript: Transcript,
): Promise<CryptoKey | undefined> {
  const peer = await importPublicKey(peerKey)
  if (peer === undefined) return undefined
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, privateKey, sharedSecretBits),
  )
  const root = await crypto.subtle
    .importKey('raw', shared, 'HKDF', false, ['deriveKey'])
    .finally(() => eraseBytes(shared))
  const salt = await sha256(encodeFields(`${label} transcript`, ...transcriptFields(transcript)))
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8Bytes(`${label} key`) },
    root,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** The key of an uncompressed point; undefined if it is not on the curve. */
async function importPublicKey(bytes: Bytes): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', concatBytes(bytes), curve, false, [])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return undefined
    throw error
  }
}
