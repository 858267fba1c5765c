import { createDecipheriv, createECDH, createHash, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  commitTo,
  createTransferKeyPair,
  deriveTransferKey,
  matchingNumber,
  type Transcript,
} from './transfer-keys.ts'

const label = 'drawbridge transfer v1'
const transcript: Transcript = {
  wallet: { userId: 'user-1', walletId: 'wallet-1' },
  newDeviceKey: new Uint8Array(65).fill(1),
  blinding: new Uint8Array(32).fill(2),
  oldDeviceKey: new Uint8Array(65).fill(3),
}

/** Each transcript that differs from the one above in a single field. */
const otherTranscripts: readonly (readonly [string, Transcript])[] = [
  ['user id', { ...transcript, wallet: { ...transcript.wallet, userId: 'user-2' } }],
  ['wallet id', { ...transcript, wallet: { ...transcript.wallet, walletId: 'wallet-2' } }],
  ['new device’s key', { ...transcript, newDeviceKey: new Uint8Array(65).fill(9) }],
  ['blinding', { ...transcript, blinding: new Uint8Array(32).fill(9) }],
  ['old device’s key', { ...transcript, oldDeviceKey: new Uint8Array(65).fill(9) }],
]

/** SHA-256 of fields with their lengths, by node:crypto. */
function fieldsHash(fields: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const field of fields) {
    const bytes = Buffer.from(field)
    hash.update(Buffer.of(0, 0, 0, bytes.length)).update(bytes)
  }
  return hash.digest()
}

const fieldsOf = ({ wallet, newDeviceKey, blinding, oldDeviceKey }: Transcript) => [
  wallet.userId,
  wallet.walletId,
  newDeviceKey,
  blinding,
  oldDeviceKey,
]

describe('matchingNumber', () => {
  test('fixed transcript › as documented, in each release', async () => {
    const hash = fieldsHash([`${label} number`, ...fieldsOf(transcript)])
    const expected = String(hash.readBigUInt64BE() % 1_000_000n).padStart(6, '0')
    expect(expected).toBe('958491')
    expect(await matchingNumber(transcript)).toBe(expected)
  })

  test.each(otherTranscripts)('another %s › another number', async (_, other) => {
    expect(await matchingNumber(other)).not.toBe(await matchingNumber(transcript))
  })
})

describe('commitTo', () => {
  test('key and blinding › as documented', async () => {
    const { newDeviceKey, blinding } = transcript
    expect(Buffer.from(await commitTo(newDeviceKey, blinding))).toEqual(
      fieldsHash([`${label} commitment`, newDeviceKey, blinding]),
    )
  })
})

describe('deriveTransferKey', () => {
  const message = new Uint8Array(16).fill(7)
  const iv = new Uint8Array(12)

  /** Encrypts with the derived key, and decrypts by node:crypto with the key of the expected transcript. */
  async function decryptByReference(derivedFrom: Transcript, expected: Transcript): Promise<Buffer> {
    const pair = await createTransferKeyPair()
    const peer = createECDH('prime256v1')
    const peerKey = new Uint8Array(peer.generateKeys())
    const key = await deriveTransferKey(pair.privateKey, peerKey, derivedFrom)
    if (key === undefined) throw new Error('The peer has a point of the curve')
    const sealed = Buffer.from(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, message))
    const salt = fieldsHash([`${label} transcript`, ...fieldsOf(expected)])
    const shared = peer.computeSecret(pair.publicKey)
    const reference = Buffer.from(hkdfSync('sha256', shared, salt, `${label} key`, 32))
    const decipher = createDecipheriv('aes-256-gcm', reference, iv)
    decipher.setAuthTag(sealed.subarray(16))
    return Buffer.concat([decipher.update(sealed.subarray(0, 16)), decipher.final()])
  }

  test('ECDH and HKDF › as documented', async () => {
    expect(await decryptByReference(transcript, transcript)).toEqual(Buffer.from(message))
  })

  test.each(otherTranscripts)('another %s › another key', async (_, other) => {
    await expect(decryptByReference(other, transcript)).rejects.toThrow()
  })

  test('private key › exported › rejected', async () => {
    const { privateKey } = await createTransferKeyPair()
    await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()
  })
})
