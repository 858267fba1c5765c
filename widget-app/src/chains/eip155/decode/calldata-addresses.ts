import { bytesToHex, hexToBytes } from 'viem/utils'
import { type Hex, isSameHex } from '../hex.ts'
import type { ContractKind, ContractKinds } from '../tokens/contract-kind.ts'
import type { Call } from './call-facts.ts'

const addressBytes = 20
const wordBytes = 32

/** Finding a key for an address with this many fixed bytes in a row, counted cyclically, takes about 2^60 keys. */
const settledRunLength = 8

/** Maximum length of arguments that are searched, in bytes: longer ones may contain anything. */
const maxSearchedBytes = 65_536

/**
 * Words of a text: letters, then digits. Printable bytes alone prove nothing: about 2^29 keys find such an address. One of
 * 20 bytes in these words takes about 2^45.
 */
const word = /^(?:[A-Z]?[a-z]*|[A-Z]*)\d*$/
const wordSeparators = /[ \n.,:/'?!_-]/
const otherLetters = /[^\p{C}\p{ASCII}]/gu

/** A name of an account (ENS) or a domain: letters after a point between letters or digits. */
const name = /[a-z\d-]\.[a-z]{2}/i

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(otherLetters, 'a')
  } catch {
    return undefined
  }
}

const isPlain = (text: string): boolean => text.split(wordSeparators).every((one) => word.test(one))

/**
 * Known contracts from which no account can take what another one sent there: this excludes routers, Multicall3 and entry
 * points.
 */
const assets: ReadonlySet<ContractKind | undefined> = new Set(['token', 'wrapped', 'permit2', 'own'])

/** Maximum length of texts that are read, in bytes. */
const textMaxBytes = 4_096

/** For each byte of the arguments: 1 if it cannot be part of another account's address. */
type Settled = Uint8Array

/** Whether the 20 bytes from an offset on can be another account's address. */
function canBeAddress(settled: Settled, offset: number): boolean {
  let runLength = 0
  for (let index = 0; index < addressBytes + settledRunLength - 1; index += 1) {
    runLength = settled[offset + (index % addressBytes)] === 1 ? runLength + 1 : 0
    if (runLength === settledRunLength) return false
  }
  return true
}

/** Marks zeros, and runs of `ff` as in negative and maximum numbers, as settled. */
function settlePadding(bytes: Uint8Array, settled: Settled): void {
  let runLength = 0
  for (const [offset, byte] of bytes.entries()) {
    if (byte === 0) settled[offset] = 1
    runLength = byte === 0xff ? runLength + 1 : 0
    if (runLength >= settledRunLength) settled.fill(1, offset + 1 - runLength, offset + 1)
  }
}

/** A text in ABI encoding: after a word with its length, and before zeros or the end. */
type Text = { readonly from: number; readonly end: number; readonly text: string }

function textsOf(bytes: Uint8Array): readonly Text[] {
  const texts: Text[] = []
  let zeros = 0
  for (const [offset, byte] of bytes.entries()) {
    zeros = byte === 0 ? zeros + 1 : 0
    if (zeros < wordBytes - 4) continue
    // The four bytes after this many zeros may be the end of a length.
    const from = offset + 5
    const length = bytes.subarray(offset + 1, from).reduce((sum, one) => sum * 256 + one, 0)
    const end = from + length
    if (length === 0 || length > textMaxBytes || end > bytes.length) continue
    const isEnded = bytes.subarray(end, end + settledRunLength).every((one) => one === 0)
    const text = isEnded ? textOf(bytes.subarray(from, end)) : undefined
    if (text !== undefined) texts.push({ from, end, text })
  }
  return texts
}

/**
 * Whether the arguments of an unknown function may contain an address other than the account, the contract itself and known
 * tokens, in any encoding: as a word, at its start, packed with other values, inside a call. Any 20 bytes may be one, unless
 * eight in a row are zeros, `ff`, part of a known address or of a text: numbers of up to 12 bytes leave that many zeros. A
 * text with a name such as `alice.eth` counts too.
 */
export function mayContainOtherAddress({ to, data }: Call, account: string, kindOf: ContractKinds): boolean {
  const bytes = hexToBytes(`0x${data.slice(10)}`)
  if (bytes.length > maxSearchedBytes) return true
  const settled = new Uint8Array(bytes.length)
  settlePadding(bytes, settled)
  const texts = textsOf(bytes)
  if (texts.some(({ text }) => name.test(text))) return true
  for (const { from, end, text } of texts) if (isPlain(text)) settled.fill(1, from, end)
  const isKnown = (address: Hex) =>
    isSameHex(address, account) || isSameHex(address, to) || assets.has(kindOf(address))
  const offsets = Array.from({ length: Math.max(0, bytes.length - addressBytes + 1) }, (_, offset) => offset)
  const candidates = offsets.filter((offset) => canBeAddress(settled, offset))
  for (const offset of candidates)
    if (isKnown(bytesToHex(bytes.subarray(offset, offset + addressBytes))))
      settled.fill(1, offset, offset + addressBytes)
  return candidates.some((offset) => canBeAddress(settled, offset))
}
