import { type Bytes, concatBytes, encodeFields, eraseBytes, utf8Bytes } from './bytes.ts'
import { assertEntropy, entropyLength } from './entropy.ts'
import { assertWalletId, type WalletId } from './wallet-id.ts'

/** Kinds of envelopes, by the factor that opens them. */
export const envelopeKinds = ['device', 'passkey', 'recovery', 'assisted'] as const
export type EnvelopeKind = (typeof envelopeKinds)[number]

/** What an envelope is bound to: it opens only with the same values. */
export type EnvelopeContext = WalletId & { readonly kind: EnvelopeKind }

/** The two secrets that open an envelope only together. */
export type EnvelopeKeys = {
  /**
   * The client's factor: at least 16 bytes (output of a passkey's PRF, a recovery code), or a key of WebCrypto for HKDF
   * with the usage `deriveKey` (`createDeviceFactor`).
   */
  readonly factor: Uint8Array | CryptoKey
  /** The server's random key of this envelope: 32 bytes. */
  readonly serverKey: Uint8Array
}

/**
 * An opened envelope, whose entropy the caller erases after use, or why it cannot be opened. Only bytes that the server can read
 * decide between the reasons.
 */
export type OpenedEnvelope =
  | { readonly is: 'opened'; readonly entropy: Bytes }
  | { readonly is: 'unreadable'; readonly reason: 'malformed' | 'unknown-version' | 'not-authentic' }

const version = 1
const headerLength = 1
const nonceLength = 12
const tagLength = 16
const envelopeLength = headerLength + nonceLength + entropyLength + tagLength

const minFactorLength = 16
const serverKeyLength = 32
const info = utf8Bytes('drawbridge envelope v1')

/**
 * Creates the factor of this device: a key for HKDF of 256 random bits that scripts cannot export, for IndexedDB. In the
 * storage of one origin it is as safe as the origin; a copy of the browser's profile contains it.
 */
export async function createDeviceFactor(): Promise<CryptoKey> {
  const random = crypto.getRandomValues(new Uint8Array(32))
  const factor = await importFactor(random)
  eraseBytes(random)
  return factor
}

/**
 * Encrypts a wallet's entropy to an envelope of 45 bytes:
 *
 * | bytes | content                                                                               |
 * | ----- | ------------------------------------------------------------------------------------- |
 * | 0     | version: 1                                                                            |
 * | 1–12  | random nonce of AES-GCM                                                               |
 * | 13–28 | encrypted entropy                                                                     |
 * | 29–44 | tag of AES-GCM                                                                        |
 *
 * The key is AES-256 from HKDF-SHA-256 (RFC 5869): input key material = factor, salt = server key, info = UTF-8 of
 * `drawbridge envelope v1`. The additional data of AES-GCM (NIST SP 800-38D) is four fields: user id, wallet id, kind and
 * the version byte, each preceded by its length in bytes (4 bytes, big-endian).
 * @throws RangeError if the entropy is not 16 bytes, the factor is shorter than 16, the server key is not 32, an id or the
 * kind is invalid, or a CryptoKey is not for HKDF.
 */
export async function sealEnvelope(
  entropy: Uint8Array,
  keys: EnvelopeKeys,
  context: EnvelopeContext,
): Promise<Bytes> {
  assertEntropy(entropy)
  const additionalData = additionalDataOf(context)
  const wrappingKey = await deriveWrappingKey(keys, 'encrypt')
  // Generated here and never a parameter: the same nonce twice under one key reveals both entropies.
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
  const copy = concatBytes(entropy)
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, wrappingKey, copy))
  eraseBytes(copy)
  return concatBytes(Uint8Array.of(version), nonce, sealed)
}

/**
 * Decrypts an envelope of `sealEnvelope`. Wrong keys, another context and modified bytes have the same reason:
 * `not-authentic`.
 * @throws RangeError as `sealEnvelope`, for the keys and the context.
 */
export async function openEnvelope(
  envelope: Uint8Array,
  keys: EnvelopeKeys,
  context: EnvelopeContext,
): Promise<OpenedEnvelope> {
  const additionalData = additionalDataOf(context)
  const wrappingKey = await deriveWrappingKey(keys, 'decrypt')
  if (envelope.length === 0) return { is: 'unreadable', reason: 'malformed' }
  if (envelope[0] !== version) return { is: 'unreadable', reason: 'unknown-version' }
  if (envelope.length !== envelopeLength) return { is: 'unreadable', reason: 'malformed' }
  const iv = concatBytes(envelope.subarray(headerLength, headerLength + nonceLength))
  const sealed = concatBytes(envelope.subarray(headerLength + nonceLength))
  try {
    const algorithm = { name: 'AES-GCM', iv, additionalData }
    return {
      is: 'opened',
      entropy: new Uint8Array(await crypto.subtle.decrypt(algorithm, wrappingKey, sealed)),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError')
      return { is: 'unreadable', reason: 'not-authentic' }
    throw error
  }
}

function additionalDataOf({ userId, walletId, kind }: EnvelopeContext): Bytes {
  assertWalletId({ userId, walletId })
  if (!envelopeKinds.includes(kind)) throw new RangeError('Unknown kind of envelope')
  return encodeFields(userId, walletId, kind, Uint8Array.of(version))
}

/** The AES-256-GCM key of a factor and a server key, which cannot be exported. */
async function deriveWrappingKey(
  { factor, serverKey }: EnvelopeKeys,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  // Exactly 32: as the key of an HMAC, a salt that continues with zeros would be the same salt.
  if (serverKey.length !== serverKeyLength)
    throw new RangeError(`A server key must be ${serverKeyLength} bytes`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: concatBytes(serverKey), info },
    await factorKey(factor),
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  )
}

async function factorKey(factor: Uint8Array | CryptoKey): Promise<CryptoKey> {
  if (factor instanceof CryptoKey) {
    // WebCrypto makes all keys for HKDF non-extractable.
    if (factor.algorithm.name !== 'HKDF' || !factor.usages.includes('deriveKey'))
      throw new RangeError('The key of a factor must be for HKDF, with the usage deriveKey')
    return factor
  }
  if (factor.length < minFactorLength)
    throw new RangeError(`A factor must be at least ${minFactorLength} bytes`)
  const copy = concatBytes(factor)
  const key = await importFactor(copy)
  eraseBytes(copy)
  return key
}

const importFactor = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
