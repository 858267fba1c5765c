import type { CanonicalTypedData } from '../canonical/canonical-typed-data.ts'
import { memberType, type TypedMember } from './typed-data-types.ts'
import { isList, isStruct, type TypedStruct, type TypedValue } from './typed-data-values.ts'

/** A struct with its members, for recognition by names and types. */
export type Fields = {
  readonly type: string
  readonly members: readonly TypedMember[]
  readonly value: TypedStruct
}

/** The primary struct. */
export const messageFields = ({ types, primaryType, message }: CanonicalTypedData): Fields => ({
  type: primaryType,
  members: types.get(primaryType) ?? [],
  value: message,
})

/** Whether a member has one of the names and a matching type. */
export const hasMember = ({ members }: Fields, names: RegExp, type: RegExp): boolean =>
  members.some((member) => names.test(member.name) && type.test(member.type))

const valuesOf = ({ members, value }: Fields, names: RegExp, type: RegExp): readonly TypedValue[] =>
  members
    .filter((member) => names.test(member.name) && type.test(member.type))
    .flatMap(({ name }) => value[name] ?? [])

/** The first address with one of the names. */
export function addressOf(fields: Fields, names: RegExp): string | undefined {
  const [value] = valuesOf(fields, names, /^address$/)
  return typeof value === 'string' ? value : undefined
}

/**
 * All addresses with one of the names, including those that bridges write as 32 bytes; for other ecosystems the 32 bytes.
 */
export const wordAddressesOf = (fields: Fields, names: RegExp): readonly string[] =>
  valuesOf(fields, names, /^(?:address|bytes32)$/).flatMap((value) =>
    typeof value === 'string' ? value.replace(/^0x0{24}/, '0x') : [],
  )

/** All unsigned integers with one of the names. */
export const uintsOf = (fields: Fields, names: RegExp): readonly bigint[] =>
  valuesOf(fields, names, /^uint\d+$/).filter((value) => typeof value === 'bigint')

/** The largest unsigned integer with one of the names: the maximum that the signature can grant. */
export function uintOf(fields: Fields, names: RegExp): bigint | undefined {
  return uintsOf(fields, names).reduce<bigint | undefined>(
    (max, value) => (max === undefined || value > max ? value : max),
    undefined,
  )
}

/** Whether one of the booleans with these names is true; `undefined` if there is none. */
export function boolOf(fields: Fields, names: RegExp): boolean | undefined {
  const values = valuesOf(fields, names, /^bool$/)
  return values.length === 0 ? undefined : values.includes(true)
}

/** The structs in members with one of the names, including those in arrays. */
export function structsOf({ types }: CanonicalTypedData, fields: Fields, names: RegExp): readonly Fields[] {
  const structsIn = (type: string, value: TypedValue | undefined): readonly Fields[] => {
    const shape = memberType(type)
    if (value === undefined || shape.is === 'atomic') return []
    if (shape.is === 'array') return isList(value) ? value.flatMap((item) => structsIn(shape.item, item)) : []
    return isStruct(value) ? [{ type, members: types.get(type) ?? [], value }] : []
  }
  return fields.members
    .filter(({ name }) => names.test(name))
    .flatMap(({ name, type }) => structsIn(type, fields.value[name]))
}

/** A struct and all structs inside it, at every depth. */
export const allStructs = (typed: CanonicalTypedData, fields: Fields): readonly Fields[] => [
  fields,
  ...structsOf(typed, fields, /^/).flatMap((inner) => allStructs(typed, inner)),
]
