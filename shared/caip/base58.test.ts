import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

// Vectors of Bitcoin Core (base58_encode_decode.json).
test.each([
  ['', ''],
  ['61', '2g'],
  ['626262', 'a3gV'],
  ['516b6fcd0f', 'ABnLTmg'],
  ['00000000000000000000', '1111111111'],
  ['00eb15231dfceb60925886b67d065299925915aeb172c06647', '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
])('encode and decode › %s is %s in base58', (hex, text) => {
  expect(encodeBase58(bytesOf(hex))).toBe(text)
  expect(decodeBase58(text)).toEqual(bytesOf(hex))
})

test.each(['0', 'O', 'I', 'l', 'a b', 'z'.repeat(2_000)])('decode › %j is not base58 › undefined', (text) => {
  expect(decodeBase58(text)).toBeUndefined()
})
