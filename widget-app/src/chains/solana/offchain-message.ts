import { type Address, getAddressEncoder } from '@solana/web3.js'

/** Prefix of a message that a hardware wallet signs, so that it is never a transaction (off-chain message signing). */
const domain = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')])

/** Formats of a text: printable ASCII, and two of UTF-8. */
const formats = [0, 1, 2] as const

const lengthOf = (text: Uint8Array): readonly number[] => [text.length & 0xff, text.length >> 8]

/** The maximum text length, by the two bytes that encode it. */
const textMaxLength = 0xffff

/**
 * The encodings of a text that hardware wallets sign: that of Ledger's app, and version 0 of the specification with one
 * signer and no application.
 */
export function offchainEncodings(signer: Address, text: Uint8Array): readonly Uint8Array[] {
  if (text.length > textMaxLength) return []
  const key = getAddressEncoder().encode(signer)
  return formats.flatMap((format) => [
    Uint8Array.from([...domain, 0, format, ...lengthOf(text), ...text]),
    Uint8Array.from([...domain, 0, ...new Uint8Array(32), format, 1, ...key, ...lengthOf(text), ...text]),
  ])
}

/** The text after its length, if it extends to the end of the bytes. */
function textAfterLength(bytes: Uint8Array, at: number): Uint8Array | undefined {
  const [low, high] = [bytes[at], bytes[at + 1]]
  if (low === undefined || high === undefined) return undefined
  const text = bytes.slice(at + 2)
  return text.length > 0 && text.length === low + high * 256 ? text : undefined
}

const keyLength = 32

/**
 * The text of an off-chain message, in either encoding and for any signers; `undefined` if the bytes are not one. Hardware
 * wallets sign these bytes when they sign the text.
 */
export function offchainText(bytes: Uint8Array): Uint8Array | undefined {
  const start = domain.length
  if (domain.some((byte, at) => bytes[at] !== byte) || bytes[start] !== 0) return undefined
  const isFormat = (byte: number | undefined) => formats.some((format) => format === byte)
  const short = isFormat(bytes[start + 1]) ? textAfterLength(bytes, start + 2) : undefined
  const formatAt = start + 1 + keyLength
  const signers = bytes[formatAt + 1] ?? 0
  const isLong = isFormat(bytes[formatAt]) && signers > 0
  const long = isLong ? textAfterLength(bytes, formatAt + 2 + signers * keyLength) : undefined
  // Bytes that fit both encodings are ambiguous.
  return short === undefined || long === undefined ? (short ?? long) : undefined
}
