import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type SecretBox, SecretBoxError } from '../../ports/secret-box.ts'
import type { SecretKey } from './secret-keys.ts'

const version = 'v1'
const cipher = 'aes-256-gcm'
/** NIST SP 800-38D: a random nonce of 96 bits, safe for 2^32 secrets per key, and the full tag of 128 bits. */
const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM. The first key seals, all keys open: to rotate, put a new key first, reseal everything that does not begin
 * with `currentPrefix`, then remove the old key. A sealed text is `v1.<key id>.<nonce, ciphertext, tag in base64url>`.
 * @throws Error without a key.
 */
export function createSecretBox(keys: readonly SecretKey[]): SecretBox {
  const [current] = keys
  if (current === undefined) throw new Error('A secret key is needed')
  const byId = new Map(keys.map((key) => [key.id, key]))
  // Key ids and versions contain no NUL, so that no two triples produce the same data.
  const additionalData = (id: string, context: string) => Buffer.from(`${version}\0${id}\0${context}`)

  const parse = (sealed: string) => {
    const [prefix, id = '', body = '', ...rest] = sealed.split('.')
    const bytes = Buffer.from(body, 'base64url')
    const isComplete = bytes.length >= nonceBytes + tagBytes && bytes.toString('base64url') === body
    if (prefix !== version || rest.length > 0 || !isComplete)
      throw new SecretBoxError('The text is not a sealed secret')
    return { id, bytes }
  }

  return {
    seal: (text, context) => {
      const nonce = randomBytes(nonceBytes)
      const encryption = createCipheriv(cipher, current.key, nonce, { authTagLength: tagBytes })
      encryption.setAAD(additionalData(current.id, context))
      const encrypted = [encryption.update(text, 'utf8'), encryption.final()]
      const body = Buffer.concat([nonce, ...encrypted, encryption.getAuthTag()])
      return `${version}.${current.id}.${body.toString('base64url')}`
    },
    open: (sealed, context) => {
      const { id, bytes } = parse(sealed)
      const key = byId.get(id)
      if (key === undefined) throw new SecretBoxError('The secret is sealed under an unknown key')
      const decryption = createDecipheriv(cipher, key.key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decryption.setAAD(additionalData(id, context))
      decryption.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = decryption.update(bytes.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([text, decryption.final()]).toString('utf8')
      } catch {
        throw new SecretBoxError('The secret was changed, or sealed in another context')
      }
    },
    currentPrefix: `${version}.${current.id}.`,
  }
}
