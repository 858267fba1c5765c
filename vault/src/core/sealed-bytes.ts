import { type Bytes, concatBytes, eraseBytes } from './bytes.ts'

/** The two secrets that open sealed bytes only together. */
export type EnvelopeKeys = {
  /**
   * The client's factor: at least 16 bytes (output of a passkey's PRF, a recovery code), or a key of WebCrypto for HKDF
   * with the usage `deriveKey` (`createDeviceFactor`).
   */
  readonly factor: Uint8Array | CryptoKey
  /** The server's random key of this envelope: 32 bytes. */
  readonly serverKey: Uint8Array
}

/** What is sealed: the purpose separates keys of equal factors, the additional data binds the bytes to their context. */
export type SealedContext = {
  /** The info of HKDF. */
  readonly purpose: Bytes
  readonly additionalData: Bytes
  readonly version: number
  /** Number of bytes that are sealed. */
  readonly length: number
}

/**
 * Opened bytes, which the caller erases after use, or why they cannot be opened. Only bytes that the server can read decide between
 * the reasons.
 */
export type OpenedBytes =
  | { readonly is: 'opened'; readonly bytes: Bytes }
  | { readonly is: 'unreadable'; readonly reason: 'malformed' | 'unknown-version' | 'not-authentic' }

const headerLength = 1
const nonceLength = 12
const tagLength = 16
const minFactorLength = 16
const serverKeyLength = 32

/**
 * Creates the factor of this device: a key for HKDF of 256 random bits that scripts cannot export, for IndexedDB. In the
 * storage of one origin it is as safe as the origin; a copy of the browser's profile contains it.
 */
export async function createDeviceFactor(): Promise<CryptoKey> {
  return importErased(crypto.getRandomValues(new Uint8Array(32)))
}

/**
 * Seals bytes: version (1 byte), random nonce of AES-GCM (12), ciphertext, tag (16). The key is AES-256 from HKDF-SHA-256 (RFC 5869):
 * input key material = factor, salt = server key, info = purpose. @throws RangeError for invalid keys.
 */
export async function sealBytes(
  bytes: Uint8Array,
  keys: EnvelopeKeys,
  { purpose, additionalData, version }: SealedContext,
): Promise<Bytes> {
  const wrappingKey = await deriveWrappingKey(keys, purpose, 'encrypt')
  // Generated here and never a parameter: the same nonce twice under one key reveals both plaintexts.
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
  const copy = concatBytes(bytes)
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData }
  try {
    const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, wrappingKey, copy))
    return concatBytes(Uint8Array.of(version), nonce, sealed)
  } finally {
    eraseBytes(copy)
  }
}

/**
 * Opens what `sealBytes` has sealed. Wrong keys, another context and modified bytes have the same reason: `not-authentic`.
 * @throws RangeError for invalid keys.
 */
export async function openBytes(
  sealed: Uint8Array,
  keys: EnvelopeKeys,
  { purpose, additionalData, version, length }: SealedContext,
): Promise<OpenedBytes> {
  const wrappingKey = await deriveWrappingKey(keys, purpose, 'decrypt')
  if (sealed.length === 0) return { is: 'unreadable', reason: 'malformed' }
  if (sealed[0] !== version) return { is: 'unreadable', reason: 'unknown-version' }
  if (sealed.length !== headerLength + nonceLength + length + tagLength)
    return { is: 'unreadable', reason: 'malformed' }
  const iv = concatBytes(sealed.subarray(headerLength, headerLength + nonceLength))
  const ciphertext = concatBytes(sealed.subarray(headerLength + nonceLength))
  try {
    const algorithm = { name: 'AES-GCM', iv, additionalData }
    return {
      is: 'opened',
      bytes: new Uint8Array(await crypto.subtle.decrypt(algorithm, wrappingKey, ciphertext)),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError')
      return { is: 'unreadable', reason: 'not-authentic' }
    throw error
  }
}

/** The AES-256-GCM key of a factor and a server key, which cannot be exported. */
async function deriveWrappingKey(
  { factor, serverKey }: EnvelopeKeys,
  purpose: Bytes,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  // Exactly 32: as the key of an HMAC, a salt that continues with zeros would be the same salt.
  if (serverKey.length !== serverKeyLength)
    throw new RangeError(`A server key must be ${serverKeyLength} bytes`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: concatBytes(serverKey), info: purpose },
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
  return importErased(concatBytes(factor))
}

/** Imports the bytes of a factor, and erases them. */
async function importErased(bytes: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  } finally {
    eraseBytes(bytes)
  }
}
