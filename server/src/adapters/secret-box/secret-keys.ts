/** A key of AES-256. `id` is stored with each secret and is not secret. */
export type SecretKey = { readonly id: string; readonly key: Uint8Array }

const keyBytes = 32

/**
 * Parses the operator's keys: `id:key` separated by commas or line breaks, the current key first; the key is 32 bytes in
 * base64 or base64url, as `openssl rand -base64 32` prints them.
 * @throws Error with the position of the entry, never its text.
 */
export function parseSecretKeys(text: string): readonly SecretKey[] {
  const keys = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index): SecretKey => {
      const place = `Secret key ${index + 1}`
      const [, id, encoded = ''] = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? []
      if (id === undefined) throw new Error(`${place} is not written as id:key`)
      const key = Buffer.from(encoded, 'base64')
      if (key.length !== keyBytes) throw new Error(`${place} is not ${keyBytes} bytes in base64`)
      // A repeated byte is a placeholder and not a random key.
      if (new Set(key).size < 8) throw new Error(`${place} is not random`)
      return { id, key: new Uint8Array(key) }
    })
  if (keys.length === 0) throw new Error('There is no secret key')
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('Two secret keys have one id')
  return keys
}
