import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'

/** A member of a struct type: its name, and its type as `encodeType` writes it. */
export type TypedMember = { readonly name: string; readonly type: string }

/** The struct types of a request by name, `EIP712Domain` among them. */
export type TypeTable = ReadonlyMap<string, readonly TypedMember[]>

/** A member type: `count` is the length of a fixed array as text, empty for a dynamic one. */
export type MemberType =
  | { readonly is: 'atomic' }
  | { readonly is: 'struct' }
  | { readonly is: 'array'; readonly item: string; readonly count: string }

/** Struct types that one request may use. */
const typeLimit = 64
/** Members of one struct type. */
const memberLimit = 128
const pathMaxLength = 120

/** The name of the struct type that describes the domain (EIP-712). */
export const domainType = 'EIP712Domain'

/** The error of invalid typed data: −32602, with the path of the value and the reason. */
export const invalidTypedData = (path: string, reason: string): ProviderRpcError =>
  new ProviderRpcError(
    providerCodes.invalidParams,
    `Invalid typed data: ${path.slice(0, pathMaxLength)} ${reason}`,
  )

/** Sizes of `uintN`, `intN` and `bytesN` in bytes. `uint` and `int` are missing: libraries hash these aliases differently. */
const byteSizes: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, index) => index + 1).flatMap((size) => [
    [`uint${size * 8}`, size],
    [`int${size * 8}`, size],
    [`bytes${size}`, size],
  ]),
)

/** The size in bytes of `uintN`, `intN` or `bytesN`; `undefined` for other types. */
export const byteSize = (type: string): number | undefined => byteSizes.get(type)

/** Whether a type is neither a struct nor an array. */
const isAtomic = (type: string): boolean =>
  byteSizes.has(type) || /^(?:address|bool|string|bytes)$/.test(type)

const arrayPattern = /^(.+)\[((?:[1-9]\d{0,5})?)\]$/

/** Splits a member type that `parseTypes` has accepted. */
export function memberType(type: string): MemberType {
  const [, item, count = ''] = arrayPattern.exec(type) ?? []
  if (item !== undefined) return { is: 'array', item, count }
  return { is: isAtomic(type) ? 'atomic' : 'struct' }
}

/** Names that every object inherits: libraries find such members even if the request has none. */
const isInherited = (name: string): boolean => name in {}

/**
 * Struct names: viem and eth-sig-util find dependencies by `\w*` only, and viem rejects names that begin like a Solidity
 * type.
 */
const isStructName = (name: string): boolean =>
  /^[A-Za-z_]\w{0,63}$/.test(name) &&
  !/^(?:u?int|bytes)|^(?:address|bool|string|function|EIP712Domain)$/.test(name) &&
  !isInherited(name)

/** A primary type with a prefix, such as `HyperliquidTransaction:ApproveAgent`. */
const isPrefixedName = (name: string): boolean => name.length <= 64 && /^[A-Z]\w*(?::[A-Z]\w*)+$/.test(name)

/** Solidity identifiers, and several of them separated by one space: all libraries hash these alike. */
const isMemberName = (name: string): boolean =>
  name.length <= 64 && /^[A-Za-z_$][\w$]*(?: [\w$]+)*$/.test(name) && !isInherited(name)

const memberSchema = z.object({ name: z.string(), type: z.string() })

/** The members of one type of the request. @throws ProviderRpcError −32602. */
export function parseMembers(types: object, name: string): readonly TypedMember[] {
  const path = `types.${name}`
  const parsed = z
    .array(memberSchema)
    .safeParse(Object.hasOwn(types, name) ? Reflect.get(types, name) : undefined)
  if (!parsed.success) throw invalidTypedData(path, 'is not a list of members')
  if (parsed.data.length > memberLimit) throw invalidTypedData(path, 'has too many members')
  const names = new Set<string>()
  for (const member of parsed.data) {
    if (!isMemberName(member.name)) throw invalidTypedData(path, 'has a member without a valid name')
    if (names.has(member.name)) throw invalidTypedData(path, 'has two members of one name')
    names.add(member.name)
  }
  return parsed.data.map(({ name: member, type }) => ({ name: member, type }))
}

/** The type inside all arrays. Types that the request defines under the name of an array or a Solidity type are rejected. */
function baseType(types: object, type: string, path: string): string {
  const shape = memberType(type)
  if (shape.is !== 'struct' && Object.hasOwn(types, type))
    throw invalidTypedData(path, 'has a type that is defined twice')
  return shape.is === 'array' ? baseType(types, shape.item, path) : type
}

/**
 * The struct types that the primary type reaches, each after the one that uses it. Other types of the request are dropped.
 * @throws ProviderRpcError −32602 for unknown types, cycles, and names that libraries hash differently.
 */
export function parseTypes(types: object, primaryType: string): TypeTable {
  const isPrefixed = isPrefixedName(primaryType)
  if (!isPrefixed && !isStructName(primaryType)) throw invalidTypedData('primaryType', 'is not a valid name')
  const table = new Map<string, readonly TypedMember[]>()
  const visit = (name: string, ancestors: readonly string[]): void => {
    if (ancestors.includes(name)) throw invalidTypedData(`types.${name}`, 'contains itself')
    if (table.has(name)) return
    if (table.size >= typeLimit) throw invalidTypedData('types', 'has too many types')
    const members = parseMembers(types, name)
    table.set(name, members)
    for (const member of members) {
      const path = `types.${name}.${member.name}`
      const base = baseType(types, member.type, path)
      if (isAtomic(base)) continue
      if (!isStructName(base) || !Object.hasOwn(types, base) || isPrefixed)
        throw invalidTypedData(path, 'has an unknown type')
      visit(base, [...ancestors, name])
    }
  }
  visit(primaryType, [])
  return table
}
