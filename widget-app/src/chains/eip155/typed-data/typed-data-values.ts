import { getAddress } from 'viem/utils'
import type { Hex } from '../hex.ts'
import {
  byteSize,
  invalidTypedData,
  memberType,
  type TypedMember,
  type TypeTable,
} from './typed-data-types.ts'

/** A decoded value: integers as bigint, bytes and addresses as hex, `null` for an absent struct. */
export type TypedValue = string | boolean | bigint | null | readonly TypedValue[] | TypedStruct
export type TypedStruct = { readonly [name: string]: TypedValue }

/** Arrays and structs around a value. */
const depthLimit = 16
/** Values of one request, arrays and structs included. */
const valueLimit = 4_096

const bytesPattern = /^0[xX](?:[0-9a-fA-F]{2})*$/
const addressPattern = /^0[xX][0-9a-fA-F]{40}$/
const integerPattern = /^(?:[+-]?\d{1,100}|0[xX][0-9a-fA-F]{1,100})$/

/** An integer as viem, ethers and eth-sig-util read it alike; JSON numbers beyond 2^53 are not exact. */
function parseInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return integerPattern.test(text) ? BigInt(text) : undefined
}

function decodeInteger(type: string, size: number, value: unknown, path: string): bigint {
  const number = parseInteger(value)
  if (number === undefined) throw invalidTypedData(path, `is not ${type}`)
  const isSigned = type.startsWith('int')
  const limit = 1n << BigInt(isSigned ? size * 8 - 1 : size * 8)
  if (number >= limit || number < (isSigned ? -limit : 0n))
    throw invalidTypedData(path, `is out of the range of ${type}`)
  return number
}

/** Bytes in lower case. Short `bytesN` get zeros at the end, as in eth-sig-util; viem and ethers reject them. */
function decodeBytes(type: string, size: number | undefined, value: unknown, path: string): Hex {
  if (typeof value !== 'string' || !bytesPattern.test(value))
    throw invalidTypedData(path, `is not ${type} in hex`)
  const digits = value.slice(2).toLowerCase()
  if (size !== undefined && digits.length > size * 2) throw invalidTypedData(path, `is longer than ${type}`)
  return `0x${digits.padEnd((size ?? 0) * 2, '0')}`
}

function decodeAddress(value: unknown, path: string): Hex {
  if (typeof value !== 'string' || !addressPattern.test(value))
    throw invalidTypedData(path, 'is not an address')
  return getAddress(`0x${value.slice(2).toLowerCase()}`)
}

/** ethers and eth-sig-util treat every text as true, even `"false"`: only values that match their hash are accepted. */
function decodeBoolean(value: unknown, path: string): boolean {
  if (value === true || value === 'true' || value === 1) return true
  if (value === false || value === 0) return false
  throw invalidTypedData(path, 'is not a bool')
}

/** Lone surrogates have no UTF-8 encoding: libraries replace or reject them. */
const loneSurrogate = /\p{Surrogate}/u

function decodeString(value: unknown, path: string): string {
  if (typeof value !== 'string' || loneSurrogate.test(value)) throw invalidTypedData(path, 'is not a text')
  return value
}

function decodeAtomic(type: string, value: unknown, path: string): TypedValue {
  switch (type) {
    case 'address':
      return decodeAddress(value, path)
    case 'bool':
      return decodeBoolean(value, path)
    case 'string':
      return decodeString(value, path)
    default: {
      const size = byteSize(type)
      return size === undefined || type.startsWith('bytes')
        ? decodeBytes(type, size, value, path)
        : decodeInteger(type, size, value, path)
    }
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Decodes a struct by its members. Members that the types do not list are dropped; inner structs may be `null`, which
 * eth-sig-util hashes as zero.
 * @throws ProviderRpcError −32602 for missing members, invalid values, and exceeded limits.
 */
export function decodeStruct(
  types: TypeTable,
  members: readonly TypedMember[],
  data: unknown,
  path: string,
): TypedStruct {
  let count = 0
  const struct = (
    list: readonly TypedMember[],
    value: unknown,
    valuePath: string,
    depth: number,
  ): TypedStruct => {
    if (!isObject(value)) throw invalidTypedData(valuePath, 'is not an object')
    return Object.fromEntries(
      list.map(({ name, type }) => {
        const memberPath = `${valuePath}.${name}`
        if (!Object.hasOwn(value, name)) throw invalidTypedData(memberPath, 'is missing')
        return [name, decode(type, Reflect.get(value, name), memberPath, depth + 1)]
      }),
    )
  }
  const decode = (type: string, value: unknown, valuePath: string, depth: number): TypedValue => {
    count += 1
    if (count > valueLimit) throw invalidTypedData(valuePath, 'is one value too many')
    if (depth > depthLimit) throw invalidTypedData(valuePath, 'is nested too deep')
    const shape = memberType(type)
    if (shape.is === 'atomic') return decodeAtomic(type, value, valuePath)
    if (shape.is === 'struct') {
      const structMembers = types.get(type) ?? []
      if (value !== null) return struct(structMembers, value, valuePath, depth)
      // eth-sig-util hashes it as zero, viem and ethers as the empty struct.
      if (structMembers.length === 0)
        throw invalidTypedData(valuePath, 'is null for a struct without members')
      return null
    }
    if (!Array.isArray(value)) throw invalidTypedData(valuePath, 'is not a list')
    if (shape.count !== '' && String(value.length) !== shape.count)
      throw invalidTypedData(valuePath, `does not have ${shape.count} items`)
    if (value.length > valueLimit) throw invalidTypedData(valuePath, 'has too many items')
    // `Array.from` includes the holes of sparse arrays, which `map` would skip.
    return Array.from(value, (item: unknown, index) =>
      decode(shape.item, item, `${valuePath}[${index}]`, depth + 1),
    )
  }
  return struct(members, data, path, 0)
}

/** Whether a value is a struct and not absent. */
export const isStruct = (value: TypedValue | undefined): value is TypedStruct => isObject(value)

/** Whether a value is an array. */
export const isList = (value: TypedValue | undefined): value is readonly TypedValue[] => Array.isArray(value)

/** Whether a value contains an absent struct: only eth-sig-util hashes those. */
export const hasNull = (value: TypedValue): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasNull))
