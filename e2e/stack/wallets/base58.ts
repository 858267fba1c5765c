const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes base58 (the alphabet of Solana and Substrate); undefined for invalid text. */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  let number = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n))
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes])
}

/** Encodes bytes as base58. */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text
  const firstNonZero = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(firstNonZero < 0 ? bytes.length : firstNonZero) + text
}
