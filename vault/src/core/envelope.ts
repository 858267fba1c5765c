import { type Bytes, encodeFields, utf8Bytes } from './bytes.ts'
import { assertEntropy, entropyLength } from './entropy.ts'
import { type EnvelopeKeys, openBytes, type SealedContext, sealBytes } from './sealed-bytes.ts'
import { assertWalletId, type WalletId } from './wallet-id.ts'

/** Kinds of envelopes, by the factor that opens them. */
export const envelopeKinds = ['device', 'passkey', 'recovery', 'assisted'] as const
export type EnvelopeKind = (typeof envelopeKinds)[number]

/** What an envelope is bound to: it opens only with the same values. */
export type EnvelopeContext = WalletId & { readonly kind: EnvelopeKind }

/**
 * An opened envelope, whose entropy the caller erases after use, or why it cannot be opened. Only bytes that the server can read
 * decide between the reasons.
 */
export type OpenedEnvelope =
  | { readonly is: 'opened'; readonly entropy: Bytes }
  | { readonly is: 'unreadable'; readonly reason: 'malformed' | 'unknown-version' | 'not-authentic' }

const version = 1
const purpose = utf8Bytes('drawbridge envelope v1')

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
  return sealBytes(entropy, keys, sealedContextOf(context))
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
  const opened = await openBytes(envelope, keys, sealedContextOf(context))
  return opened.is === 'opened' ? { is: 'opened', entropy: opened.bytes } : opened
}

function sealedContextOf({ userId, walletId, kind }: EnvelopeContext): SealedContext {
  assertWalletId({ userId, walletId })
  if (!envelopeKinds.includes(kind)) throw new RangeError('Unknown kind of envelope')
  const additionalData = encodeFields(userId, walletId, kind, Uint8Array.of(version))
  return { purpose, additionalData, version, length: entropyLength }
}
