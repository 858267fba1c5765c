import { decodeAddress } from '@polkadot/util-crypto'
import { runtimeCalls, runtimeTypes } from './runtime-calls.ts'

/** An argument's value: numbers, hex or SS58 texts, lists, `[variant, value]` for enums, structs by member, calls. */
export type Value =
  | number
  | bigint
  | boolean
  | string
  | null
  | readonly Value[]
  | CallValue
  | { readonly [member: string]: Value }
/** A call by pallet, name and arguments in order. */
export type CallValue = { readonly call: readonly [pallet: string, name: string, ...args: Value[]] }

/** Signed extensions of the test runtime. */
export const runtimeExtensions = [
  'CheckNonZeroSender',
  'CheckSpecVersion',
  'CheckTxVersion',
  'CheckGenesis',
  'CheckMortality',
  'CheckNonce',
  'CheckWeight',
  'ChargeTransactionPayment',
  'CheckMetadataHash',
] as const

const bytesOf = (hex: string): readonly number[] =>
  (hex.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))

/** An integer of a fixed width, lowest byte first. */
const fixed = (value: bigint, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))

/** SCALE's compact integer. */
function compact(value: bigint): readonly number[] {
  if (value < 1n << 6n) return fixed(value << 2n, 1)
  if (value < 1n << 14n) return fixed((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return fixed((value << 2n) | 2n, 4)
  const size = Math.ceil(value.toString(16).length / 2)
  return [((size - 4) << 2) | 3, ...fixed(value, size)]
}

const numberOf = (value: Value): bigint => {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value)
  throw new TypeError(`${String(value)} is not a number`)
}
const textOf = (value: Value): string => {
  if (typeof value === 'string') return value
  throw new TypeError('The value is not a text')
}
const listOf = (value: Value): readonly Value[] => {
  if (Array.isArray(value)) return value
  throw new TypeError('The value is not a list')
}

/** The name and type of `name: Type`; a variant without a value has no type. */
export const declared = (text: string): readonly [name: string, type: string | undefined] => {
  const [name = '', type] = text.split(': ')
  return [name, type]
}

const widths: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16 }
const lengths: Readonly<Record<string, number>> = { H256: 32, H160: 20 }

/** Encodes a value without any Substrate library. @throws TypeError if the value does not fit its type. */
function encode(type: string, value: Value): readonly number[] {
  const generic = /^(Compact|Vec|Option)<(.+)>$/.exec(type)
  const [, outer, inner = ''] = generic ?? []
  if (outer === 'Compact') return compact(numberOf(value))
  if (outer === 'Option') return value === null ? [0] : [1, ...encode(inner, value)]
  if (outer === 'Vec') {
    const list = listOf(value)
    return [...compact(BigInt(list.length)), ...list.flatMap((each) => encode(inner, each))]
  }
  const width = widths[type]
  if (width !== undefined) return fixed(numberOf(value), width)
  if (type === 'bool') return [value === true ? 1 : 0]
  if (type in lengths) return bytesOf(textOf(value))
  if (type === 'AccountId') return [...decodeAddress(textOf(value))]
  if (type === 'Bytes') {
    const bytes = bytesOf(textOf(value))
    return [...compact(BigInt(bytes.length)), ...bytes]
  }
  if (type === 'Call') return encodeCall(value)
  if (type === 'Address' && typeof value === 'string') return encode(type, ['Id', value])
  const { struct, variants } = runtimeTypes[type] ?? {}
  if (struct) return encodeStruct(struct, value)
  const [chosen, content = null] = listOf(value)
  const index = variants?.findIndex((each) => declared(each)[0] === chosen) ?? -1
  const variant = variants?.[index]
  if (variant === undefined) throw new TypeError(`${type} has no ${String(chosen)}`)
  const contentType = declared(variant)[1]
  return [index, ...(contentType === undefined ? [] : encode(contentType, content))]
}

function encodeStruct(members: readonly string[], value: Value): readonly number[] {
  return members.flatMap((member) => {
    const [name, type = ''] = declared(member)
    const isStruct =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !('call' in value)
    const entry = isStruct ? Object.entries<Value>(value).find(([key]) => key === name) : undefined
    if (entry === undefined) throw new TypeError(`No ${name}`)
    return encode(type, entry[1])
  })
}

function encodeCall(value: Value): readonly number[] {
  const call = typeof value === 'object' && value !== null && 'call' in value ? value.call : undefined
  const [pallet, name, ...args] = Array.isArray(call) ? call : []
  const palletIndex = Object.keys(runtimeCalls).indexOf(String(pallet))
  const calls = runtimeCalls[String(pallet)] ?? {}
  const nameIndex = Object.keys(calls).indexOf(String(name))
  const types = calls[String(name)]
  if (types === undefined) throw new TypeError(`The runtime has no ${String(pallet)}.${String(name)}`)
  return [
    palletIndex,
    nameIndex,
    ...types.flatMap((each, index) => encode(declared(each)[1] ?? '', args[index] ?? null)),
  ]
}

/** Bytes in hex. */
const toHex = (bytes: readonly number[]): string =>
  `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** A call in hex. @throws TypeError as `encode`. */
export const callHex = (...call: CallValue['call']): string => toHex(encodeCall({ call }))
