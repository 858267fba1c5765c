import { createDecipheriv, createECDH, createHmac } from 'node:crypto'

/**
 * HPKE of RFC 9180 (base mode, one message) by Node's primitives alone, for DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM. Test
 * only: an operator could open the factors with any other implementation too.
 */

const bytes = (text: string) => Buffer.from(text, 'latin1')
const twoBytes = (value: number) => Buffer.from([value >> 8, value & 255])
const kemSuite = Buffer.concat([bytes('KEM'), twoBytes(0x0010)])
const hpkeSuite = Buffer.concat([bytes('HPKE'), twoBytes(0x0010), twoBytes(0x0001), twoBytes(0x0002)])

const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest()

/** LabeledExtract of §4. */
const labeledExtract = (suite: Uint8Array, salt: Uint8Array, label: string, material: Uint8Array) =>
  hmac(
    salt.length === 0 ? Buffer.alloc(32) : salt,
    Buffer.concat([bytes('HPKE-v1'), suite, bytes(label), material]),
  )

/** LabeledExpand of §4, of at most 32 bytes. */
const labeledExpand = (suite: Uint8Array, key: Uint8Array, label: string, info: Uint8Array, length: number) =>
  hmac(
    key,
    Buffer.concat([twoBytes(length), bytes('HPKE-v1'), suite, bytes(label), info, Buffer.from([1])]),
  ).subarray(0, length)

/**
 * Opens a text.
 * @param sealed the ephemeral public key (65 bytes), the encrypted text, and the tag (16 bytes).
 * @param privateKey 32 bytes.
 * @throws Error if it is not authentic
 */
export function referenceOpen(
  sealed: Uint8Array,
  privateKey: Uint8Array,
  info: string,
  additionalData: string,
): Buffer {
  const enc = Buffer.from(sealed.subarray(0, 65))
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const kemContext = Buffer.concat([enc, ecdh.getPublicKey()])
  const secret = ecdh.computeSecret(enc)
  const extracted = labeledExtract(kemSuite, Buffer.alloc(0), 'eae_prk', secret)
  const shared = labeledExpand(kemSuite, extracted, 'shared_secret', kemContext, 32)

  const none = Buffer.alloc(0)
  const pskIdHash = labeledExtract(hpkeSuite, none, 'psk_id_hash', none)
  const infoHash = labeledExtract(hpkeSuite, none, 'info_hash', Buffer.from(info))
  const context = Buffer.concat([Buffer.from([0]), pskIdHash, infoHash])
  const scheduled = labeledExtract(hpkeSuite, shared, 'secret', none)
  const key = labeledExpand(hpkeSuite, scheduled, 'key', context, 32)
  const nonce = labeledExpand(hpkeSuite, scheduled, 'base_nonce', context, 12)

  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(Buffer.from(additionalData))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(65, -16)), decipher.final()])
}
