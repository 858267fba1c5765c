// Not by `Array.from`, which Prototype.js and MooTools replace by a function of one argument.
const hex = Array(256)
  .fill(0)
  .map((_, byte) => byte.toString(16).padStart(2, '0'))

/** 128 random bits as 32 hex digits: session, window and wallet handles. Works on insecure pages, unlike `randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let text = ''
  for (const byte of bytes) text += hex[byte]
  return text
}
