const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base = 58
/** Maximum length that is decoded, in characters: a Solana transaction of 1,232 bytes. */
const longestText = 1_700

/** Encodes bytes as base58 (Bitcoin's alphabet). */
export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let at = 0; at < digits.length; at += 1) {
      carry += (digits[at] ?? 0) << 8
      digits[at] = carry % base
      carry = Math.floor(carry / base)
    }
    for (; carry > 0; carry = Math.floor(carry / base)) digits.push(carry % base)
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leading = '1'.repeat(zeros === -1 ? bytes.length : zeros)
  return (
    leading +
    digits
      .reverse()
      .map((digit) => alphabet[digit])
      .join('')
  )
}

/** Decodes base58; `undefined` if the text is not base58. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > longestText) return undefined
  const bytes: number[] = []
  for (const letter of text) {
    let carry = alphabet.indexOf(letter)
    if (carry === -1) return undefined
    for (let at = 0; at < bytes.length; at += 1) {
      carry += (bytes[at] ?? 0) * base
      bytes[at] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const leading = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...new Array<number>(leading).fill(0), ...bytes.reverse()])
}
