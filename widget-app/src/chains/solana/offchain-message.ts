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

/** Whether bytes are a head of that kind and then all of the text. */
export const hasOffchainHead = (whole: Uint8Array, text: Uint8Array): boolean =>
  whole.length >= domain.length + text.length &&
  domain.every((byte, at) => whole[at] === byte) &&
  text.every((byte, at) => whole[whole.length - text.length + at] === byte)
