import type { MailboxDirection } from '#shared/api/mailbox.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import type { ConfirmSecret } from './confirm-url.ts'

/** Encrypts and decrypts the messages of a mailbox. */
export type MessageEncryption = {
  /** Encrypts a text to base64url: nonce and ciphertext, bound to its direction and number. */
  seal(direction: MailboxDirection, sequence: number, text: string): Promise<string>
  /** @throws DOMException for another key, direction or number, or modified bytes. */
  open(direction: MailboxDirection, sequence: number, sealed: string): Promise<string>
  /** Two digits that both ends derive from the key, for the user to compare: 10 to 99. */
  readonly comparison: string
}

const nonceBytes = 12
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

const infoOf = (use: string) => encoder.encode(`drawbridge confirm 1 ${use}`)
const additionalDataOf = (direction: MailboxDirection, sequence: number) =>
  encoder.encode(`${direction} ${sequence}`)

/** Derives the keys of one window (HKDF-SHA-256, RFC 5869; AES-256-GCM), one for each direction. */
export async function createMessageEncryption({ id, key }: ConfirmSecret): Promise<MessageEncryption> {
  const root = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey', 'deriveBits'])
  const hkdf = (use: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode(id),
    info: infoOf(use),
  })
  const keyFor = (direction: MailboxDirection) =>
    crypto.subtle.deriveKey(hkdf(direction), root, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
  const [toWindow, toFrame, number] = await Promise.all([
    keyFor('to-window'),
    keyFor('to-frame'),
    crypto.subtle.deriveBits(hkdf('comparison'), root, 32),
  ])
  const keyOf = (direction: MailboxDirection) => (direction === 'to-window' ? toWindow : toFrame)
  const algorithm = (direction: MailboxDirection, sequence: number, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: additionalDataOf(direction, sequence),
  })
  return {
    comparison: String(10 + (new DataView(number).getUint32(0) % 90)),
    seal: async (direction, sequence, text) => {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const sealed = new Uint8Array(
        await crypto.subtle.encrypt(
          algorithm(direction, sequence, nonce),
          keyOf(direction),
          encoder.encode(text),
        ),
      )
      const bytes = new Uint8Array(nonceBytes + sealed.length)
      bytes.set(nonce)
      bytes.set(sealed, nonceBytes)
      return toBase64url(bytes)
    },
    open: async (direction, sequence, sealed) => {
      const bytes = fromBase64url(sealed)
      const algorithmOf = algorithm(direction, sequence, bytes.slice(0, nonceBytes))
      return decoder.decode(
        await crypto.subtle.decrypt(algorithmOf, keyOf(direction), bytes.slice(nonceBytes)),
      )
    },
  }
}
