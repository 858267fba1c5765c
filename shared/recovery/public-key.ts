/** Bytes with memory of their own, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Bytes of a public key: an uncompressed point of P-256. */
export const publicKeyLength = 65

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const sha256 = async (bytes: Bytes): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** The id of a public key: its SHA-256 in hex. */
export const publicKeyId = (publicKey: Bytes): Promise<string> => sha256(publicKey)

/**
 * A code of 64 bits of a request for a recovery. The user reads it on the device that asked, the operator in the output of the offline
 * command: if both are equal, the operator's online server, or an attacker in it, has not exchanged the device's key.
 * @example '3f2a-91c0-77be-04d5'
 */
export async function requestCode(publicKey: Bytes, requestId: string): Promise<string> {
  const text = new TextEncoder().encode(`drawbridge assisted recovery v1 code ${requestId} `)
  const joined = new Uint8Array(text.length + publicKey.length)
  joined.set(text)
  joined.set(publicKey, text.length)
  const hash = await sha256(joined)
  return (hash.slice(0, 16).match(/.{4}/g) ?? []).join('-')
}
