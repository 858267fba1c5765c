import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, publicKeyLength } from './public-key.ts'

/**
 * The factor of an envelope that the operator can open, encrypted by HPKE (RFC 9180, base mode): first by the vault to the operator's
 * offline key, then, for a recovery, by the operator's offline command to a key of the device that asked. Both ends are here, so that
 * they bind a text to the same values.
 */

/** Whose factor it is, and of which envelope. The ids match `recordId`, so none contains a space. */
export type FactorOwner = {
  readonly userId: string
  readonly walletId: string
  readonly envelopeId: string
}

/** What a text was encrypted for: the operator, or the device of one request. A text for one is none for another. */
export type FactorRecipient =
  /** `keyId`: of the operator's public key, by `publicKeyId`. */
  { readonly is: 'operator'; readonly keyId: string } | { readonly is: 'device'; readonly requestId: string }

/** A text that the key does not open: it was changed, or it is of another user, envelope, key or request. */
export class SealedFactorError extends Error {
  override readonly name = 'SealedFactorError'
}

/** Bytes of a factor. */
const factorLength = 32
const tagLength = 16
/** Bytes of an encrypted factor: the ephemeral public key, the factor, and the tag of AES-GCM. */
export const sealedFactorLength = publicKeyLength + factorLength + tagLength

const label = 'drawbridge assisted recovery v1'
const encoder = new TextEncoder()

const createSuite = () =>
  new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })

const infoOf = (recipient: FactorRecipient): Bytes =>
  encoder.encode(
    recipient.is === 'operator'
      ? `${label} operator ${recipient.keyId}`
      : `${label} device ${recipient.requestId}`,
  )

const additionalDataOf = ({ userId, walletId, envelopeId }: FactorOwner): Bytes =>
  encoder.encode(`${userId} ${walletId} ${envelopeId}`)

const importPublicKey = (publicKey: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', publicKey, { name: 'ECDH', namedCurve: 'P-256' }, true, [])

/** Creates a key pair that opens factors. @param isExtractable true only for the operator's, which is stored in a file. */
export const createFactorKeys = (isExtractable: boolean): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, isExtractable, ['deriveBits'])

/** The public key of a pair, in 65 bytes. */
export const publicKeyOf = async ({ publicKey }: Pick<CryptoKeyPair, 'publicKey'>): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))

/**
 * Encrypts a factor of 32 bytes to a public key.
 * @returns `sealedFactorLength` bytes: the ephemeral public key, then the encrypted factor.
 * @throws RangeError if the factor has another length; DataError (DOMException) if the key is no point of P-256
 */
export async function sealFactor(
  factor: Bytes,
  publicKey: Bytes,
  recipient: FactorRecipient,
  owner: FactorOwner,
): Promise<Bytes> {
  if (factor.length !== factorLength) throw new RangeError(`A factor must be ${factorLength} bytes`)
  const { enc, ct } = await createSuite().seal(
    { recipientPublicKey: await importPublicKey(publicKey), info: infoOf(recipient) },
    factor,
    additionalDataOf(owner),
  )
  const sealed = new Uint8Array(sealedFactorLength)
  sealed.set(new Uint8Array(enc))
  sealed.set(new Uint8Array(ct), publicKeyLength)
  return sealed
}

/**
 * Decrypts a factor. The caller erases it.
 * @throws SealedFactorError
 */
export async function openFactor(
  sealed: Uint8Array,
  keys: CryptoKeyPair,
  recipient: FactorRecipient,
  owner: FactorOwner,
): Promise<Bytes> {
  if (sealed.length !== sealedFactorLength) throw new SealedFactorError('The factor has another length')
  try {
    const factor = await createSuite().open(
      {
        recipientKey: keys,
        enc: Uint8Array.from(sealed.subarray(0, publicKeyLength)),
        info: infoOf(recipient),
      },
      Uint8Array.from(sealed.subarray(publicKeyLength)),
      additionalDataOf(owner),
    )
    return new Uint8Array(factor)
  } catch {
    throw new SealedFactorError('The key does not open this factor')
  }
}
