import { bytesToHex, hexToBytes } from 'viem/utils'
import { type Hex, isSameHex } from '../hex.ts'
import type { ContractKind, ContractKinds } from '../tokens/contract-kind.ts'
import type { Call } from './call-facts.ts'

const addressBytes = 20
const wordBytes = 32

/** An address of which so many bytes in a row are given, counted around its end, takes some 2^60 keys to find. */
const settledBytes = 8

/** Arguments longer than this are not searched, in bytes: they may have anything. */
const searchedBytes = 65_536

/**
 * Words of a text: letters, then digits. Printable bytes alone prove nothing: some 2^29 keys have an address of such. One of 20
 * bytes in these words takes some 2^45.
 */
const word = /^(?:[A-Z]?[a-z]*|[A-Z]*)\d*$/
const betweenWords = /[ \n.,:/'?!_-]/
const otherLetters = /[^\p{C}\p{ASCII}]/gu

/** A name of an account (ENS) or a site: letters after a point between letters or digits. */
const name = /[a-z\d-]\.[a-z]{2}/i

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(otherLetters, 'a')
  } catch {
    return undefined
  }
}

const isPlain = (text: string): boolean => text.split(betweenWords).every((one) => word.test(one))

/** Known contracts from which no account takes what another one has sent there: routers, Multicall3 and entry points are none. */
const assets: ReadonlySet<ContractKind | undefined> = new Set(['token', 'wrapped', 'permit2', 'own'])

/** Longer texts are not read, in bytes. */
const textMaxBytes = 4_096

/** For each byte of the arguments 1 where no address of another account can have it. */
type Settled = Uint8Array

/** Whether the 20 bytes from a place on can be an address of another account. */
function canBeAddress(settled: Settled, at: number): boolean {
  let row = 0
  for (let step = 0; step < addressBytes + settledBytes - 1; step += 1) {
    row = settled[at + (step % addressBytes)] === 1 ? row + 1 : 0
    if (row === settledBytes) return false
  }
  return true
}

/** Settles zeros, and rows of `ff` as negative numbers and the largest ones have them. */
function settlePadding(bytes: Uint8Array, settled: Settled): void {
  let row = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0) settled[at] = 1
    row = byte === 0xff ? row + 1 : 0
    if (row >= settledBytes) settled.fill(1, at + 1 - row, at + 1)
  }
}

/** A text as the ABI has it: after a word which is its length, and before zeros or the end. */
type Text = { readonly from: number; readonly end: number; readonly text: string }

function textsOf(bytes: Uint8Array): readonly Text[] {
  const texts: Text[] = []
  let zeros = 0
  for (const [at, byte] of bytes.entries()) {
    zeros = byte === 0 ? zeros + 1 : 0
    if (zeros < wordBytes - 4) continue
    // The four bytes after so many zeros may be the rest of a length.
    const from = at + 5
    const length = bytes.subarray(at + 1, from).reduce((sum, one) => sum * 256 + one, 0)
    const end = from + length
    if (length === 0 || length > textMaxBytes || end > bytes.length) continue
    const isEnded = bytes.subarray(end, end + settledBytes).every((one) => one === 0)
    const text = isEnded ? textOf(bytes.subarray(from, end)) : undefined
    if (text !== undefined) texts.push({ from, end, text })
  }
  return texts
}

/**
 * Whether the arguments of an unknown function may name an address beside the account, the contract itself and known tokens,
 * in whatever encoding: as a word, in front of one, packed with other values, inside a call. Any 20 bytes may be one, unless
 * eight in a row are zeros, `ff`, part of a known address or of a text: numbers of up to 12 bytes leave so many zeros. A text
 * with a name such as `alice.eth` names one too.
 */
export function namesOthers({ to, data }: Call, account: string, kindOf: ContractKinds): boolean {
  const bytes = hexToBytes(`0x${data.slice(10)}`)
  if (bytes.length > searchedBytes) return true
  const settled = new Uint8Array(bytes.length)
  settlePadding(bytes, settled)
  const texts = textsOf(bytes)
  if (texts.some(({ text }) => name.test(text))) return true
  for (const { from, end, text } of texts) if (isPlain(text)) settled.fill(1, from, end)
  const isKnown = (address: Hex) =>
    isSameHex(address, account) || isSameHex(address, to) || assets.has(kindOf(address))
  const places = Array.from({ length: Math.max(0, bytes.length - addressBytes + 1) }, (_, at) => at)
  const open = places.filter((at) => canBeAddress(settled, at))
  for (const at of open)
    if (isKnown(bytesToHex(bytes.subarray(at, at + addressBytes)))) settled.fill(1, at, at + addressBytes)
  return open.some((at) => canBeAddress(settled, at))
}
