import { bytesToHex } from 'viem/utils'
import * as z from '#shared/zod.ts'
import { type Hex, hashSchema, toQuantity } from '../hex.ts'

/** Members in which wallets and their adapters wrap their results. */
const wrappers = [
  'signature',
  'sig',
  'raw',
  'rawTransaction',
  'signedTransaction',
  'hash',
  'txHash',
  'transactionHash',
  'tx_hash',
  'txid',
  'result',
  'data',
]
const depthLimit = 3

const byteList = z.array(z.number().check(z.int(), z.gte(0), z.lte(255))).check(z.maxLength(65_536))
const objectSchema = z.record(z.string(), z.unknown())
const bareHex = /^(?:0x)?((?:[0-9a-f]{2})*)$/i

/** Bytes as a list of numbers, or with numbered members, like a `Uint8Array` after JSON. */
function parseByteList(value: unknown): Hex | undefined {
  if (value instanceof Uint8Array) return bytesToHex(value)
  const list = byteList.safeParse(Array.isArray(value) ? value : undefined)
  if (list.success) return list.data.length === 0 ? undefined : bytesToHex(Uint8Array.from(list.data))
  const members = objectSchema.safeParse(value)
  if (!members.success || !('0' in members.data)) return undefined
  const numbered = byteList.safeParse(Object.values(members.data))
  return numbered.success ? bytesToHex(Uint8Array.from(numbered.data)) : undefined
}

/**
 * All byte values that a wallet's response may contain, in lower case with `0x`: the text itself, with or without `0x`, a
 * list of bytes, and the content of wrappers.
 */
export function bytesCandidates(response: unknown, depth = 0): readonly Hex[] {
  if (typeof response === 'string') {
    const digits = bareHex.exec(response.trim())?.[1]
    return digits === undefined ? [] : [`0x${digits.toLowerCase()}`]
  }
  const listed = parseByteList(response)
  if (listed) return [listed]
  if (depth >= depthLimit) return []
  if (Array.isArray(response)) return response.length === 1 ? bytesCandidates(response[0], depth + 1) : []
  const members = objectSchema.safeParse(response)
  if (!members.success) return []
  const { data } = members
  const split = splitSignature(data)
  return [
    ...(split ? [split] : []),
    ...wrappers.flatMap((name) => (name in data ? bytesCandidates(data[name], depth + 1) : [])),
  ]
}

const toWord = (value: unknown): string | undefined => {
  const [bytes] = typeof value === 'bigint' ? [toQuantity(value)] : bytesCandidates(value, depthLimit)
  const digits = bytes?.slice(2)
  return digits === undefined || digits.length > 64 ? undefined : digits.padStart(64, '0')
}

const toParity = (value: unknown): string | undefined => {
  const number = typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value) ? Number(value) : value
  const asNumber = typeof number === 'bigint' ? Number(number) : number
  if (typeof asNumber !== 'number' || !Number.isSafeInteger(asNumber) || asNumber < 0) return undefined
  return parityByte(asNumber)
}

/** `v` as 27 or 28, in hex: wallets also use 0 and 1, and 35 and more with a chain (EIP-155). */
function parityByte(v: number): string | undefined {
  if (v === 0 || v === 27) return '1b'
  if (v === 1 || v === 28) return '1c'
  return v >= 35 ? ['1b', '1c'][(v - 35) % 2] : undefined
}

/** A signature in its parts: `r`, `s`, and `v` or `yParity`. */
function splitSignature({ r, s, v, yParity }: Readonly<Record<string, unknown>>): Hex | undefined {
  const [first, second, parity] = [toWord(r), toWord(s), toParity(v ?? yParity)]
  return first === undefined || second === undefined || parity === undefined
    ? undefined
    : `0x${first}${second}${parity}`
}

const compactLength = 2 + 128
const fullLength = 2 + 130

/**
 * A signature of a key in its common form: 65 bytes with `v` 27 or 28, from EIP-2098's 64 bytes or another `v`; undefined
 * for bytes of another length, such as a contract's.
 */
export function canonicalSignature(bytes: Hex): Hex | undefined {
  if (bytes.length === compactLength) {
    const word = BigInt(`0x${bytes.slice(66)}`)
    const parity = word >> 255n
    const s = (word & ((1n << 255n) - 1n)).toString(16).padStart(64, '0')
    return `0x${bytes.slice(2, 66)}${s}${parity === 1n ? '1c' : '1b'}`
  }
  if (bytes.length !== fullLength) return undefined
  const parity = parityByte(Number.parseInt(bytes.slice(-2), 16))
  return parity === undefined ? undefined : `0x${bytes.slice(2, 130)}${parity}`
}

/** The bytes in a wallet's response, in any form; undefined if there are none. */
export const readBytes = (response: unknown): Hex | undefined => {
  const candidates = bytesCandidates(response)
  return candidates.find((bytes) => bytes !== '0x') ?? candidates[0]
}

/** The transaction hash in a wallet's response, in any form; undefined if there is none. */
export const readHash = (response: unknown): Hex | undefined =>
  bytesCandidates(response).find((bytes) => hashSchema.safeParse(bytes).success)

const idText = z.string().check(z.minLength(1), z.maxLength(4_096))
const idMembers = ['id', 'batchId', 'bundleId', 'callsId', 'result']

/** The id of a bundle (EIP-5792): as text, as a member, or in a wrapper. */
export function readBundleId(response: unknown, depth = 0): string | undefined {
  const text = idText.safeParse(response)
  if (text.success) return text.data
  const members = objectSchema.safeParse(response)
  if (!members.success || depth >= depthLimit) return undefined
  return idMembers
    .filter((name) => name in members.data)
    .map((name) => readBundleId(members.data[name], depth + 1))
    .find((id) => id !== undefined)
}

/** Bytes of a signature for a sign-in or a claim: a key's signature in its common form. */
export function readSignature(response: unknown): Hex | undefined {
  const bytes = readBytes(response)
  return bytes === undefined ? undefined : (canonicalSignature(bytes) ?? bytes)
}
