/** Bytes with memory of their own, as WebCrypto takes them: not a view of shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Overwrites secrets with zeros when they are no longer used. JavaScript cannot promise more: an engine may have moved or
 * optimized away a copy, and texts and bigints, which the libraries use for words and scalars, are immutable and remain
 * until garbage collection.
 */
export function eraseBytes(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0)
}

/** Joins byte arrays to a new one. */
export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

const encoder = new TextEncoder()

/** UTF-8 bytes of a text. */
export const utf8Bytes = (text: string): Bytes => encoder.encode(text)

/**
 * Encodes a list of fields, so that two different lists never have the same encoding: each field is its length in bytes
 * (4 bytes, big-endian), then its bytes. Texts are UTF-8.
 */
export function encodeFields(...fields: readonly (string | Uint8Array)[]): Bytes {
  return concatBytes(
    ...fields.flatMap((field) => {
      const value = typeof field === 'string' ? utf8Bytes(field) : field
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, value.length)
      return [length, value]
    }),
  )
}
