import { type Address, getAddressEncoder } from '@solana/web3.js'

/** What stands before a message that hardware signs, so that it is never a transaction (off-chain message signing). */
const domain = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')])

/** Formats of a text: printable ASCII, and two of UTF-8. */
const formats = [0, 1, 2] as const

const lengthOf = (text: Uint8Array): readonly number[] => [text.length & 0xff, text.length >> 8]

/** The longest text that the two bytes of its length can say. */
const textMaxLength = 0xffff

/**
 * A text as hardware signs it, in each of its forms: the one of Ledger's app, and version 0 of the specification with one
 * signer and no application.
 */
export function offchainForms(signer: Address, text: Uint8Array): readonly Uint8Array[] {
  if (text.length > textMaxLength) return []
  const key = getAddressEncoder().encode(signer)
  return formats.flatMap((format) => [
    Uint8Array.from([...domain, 0, format, ...lengthOf(text), ...text]),
    Uint8Array.from([...domain, 0, ...new Uint8Array(32), format, 1, ...key, ...lengthOf(text), ...text]),
  ])
}

/** What follows the length of a text, where that is all there is. */
function textBehind(bytes: Uint8Array, at: number): Uint8Array | undefined {
  const [low, high] = [bytes[at], bytes[at + 1]]
  if (low === undefined || high === undefined) return undefined
  const text = bytes.slice(at + 2)
  return text.length > 0 && text.length === low + high * 256 ? text : undefined
}

const keyLength = 32

/**
 * The text of an off-chain message, in either of its forms and for any signers; `undefined` for bytes that are none. Signing
 * these bytes is what hardware does when it signs the text.
 */
export function offchainText(bytes: Uint8Array): Uint8Array | undefined {
  const start = domain.length
  if (domain.some((byte, at) => bytes[at] !== byte) || bytes[start] !== 0) return undefined
  const isFormat = (byte: number | undefined) => formats.some((format) => format === byte)
  const short = isFormat(bytes[start + 1]) ? textBehind(bytes, start + 2) : undefined
  const formatAt = start + 1 + keyLength
  const signers = bytes[formatAt + 1] ?? 0
  const isLong = isFormat(bytes[formatAt]) && signers > 0
  const long = isLong ? textBehind(bytes, formatAt + 2 + signers * keyLength) : undefined
  // Bytes that are both say two things.
  return short === undefined || long === undefined ? (short ?? long) : undefined
}
