import { concatHex, keccak256, numberToHex, padHex, stringToHex } from 'viem/utils'
import type { Hex } from '../hex.ts'
import { domainType, memberType, type TypeTable } from './typed-data-types.ts'
import { isList, isStruct, type TypedStruct, type TypedValue } from './typed-data-values.ts'

const zeroWord: Hex = `0x${'0'.repeat(64)}`

function structsOf(types: TypeTable, name: string): readonly string[] {
  const found = new Set<string>()
  const visit = (type: string): void => {
    const shape = memberType(type)
    if (shape.is === 'array') visit(shape.item)
    if (shape.is !== 'struct' || found.has(type)) return
    found.add(type)
    for (const member of types.get(type) ?? []) visit(member.type)
  }
  for (const member of types.get(name) ?? []) visit(member.type)
  return [...found].sort()
}

/** EIP-712 `encodeType`: the struct, then the structs it uses in order of their names. */
const encodeType = (types: TypeTable, name: string): string =>
  [name, ...structsOf(types, name)]
    .map((type) => {
      const members = (types.get(type) ?? []).map((member) => `${member.type} ${member.name}`)
      return `${type}(${members.join(',')})`
    })
    .join('')

const isHex = (value: TypedValue): value is Hex => typeof value === 'string' && value.startsWith('0x')

/**
 * The digest of EIP-712 data: `keccak256(0x1901 ‖ domain ‖ message)`. Absent structs hash to zero, as in eth-sig-util; viem
 * and ethers cannot hash them, so the widget has its own implementation.
 */
export function hashCanonical(
  types: TypeTable,
  primaryType: string,
  domain: TypedStruct,
  message: TypedStruct,
): Hex {
  const typeHashes = new Map<string, Hex>()
  const typeHash = (name: string): Hex => {
    const hash = typeHashes.get(name) ?? keccak256(stringToHex(encodeType(types, name)))
    typeHashes.set(name, hash)
    return hash
  }
  const hashStruct = (name: string, value: TypedStruct): Hex =>
    keccak256(
      concatHex([
        typeHash(name),
        ...(types.get(name) ?? []).map((member) => encodeWord(member.type, value[member.name] ?? null)),
      ]),
    )
  const encodeWord = (type: string, value: TypedValue): Hex => {
    const shape = memberType(type)
    if (shape.is === 'array') {
      const items = isList(value) ? value : []
      return keccak256(concatHex(items.map((item) => encodeWord(shape.item, item))))
    }
    if (value === null) return zeroWord
    if (isStruct(value)) return hashStruct(type, value)
    if (type === 'string') return keccak256(stringToHex(String(value)))
    if (typeof value === 'bigint') return numberToHex(value, { size: 32, signed: value < 0n })
    if (typeof value === 'boolean') return numberToHex(value ? 1n : 0n, { size: 32 })
    if (!isHex(value)) return zeroWord
    if (type === 'bytes') return keccak256(value)
    return padHex(value, { size: 32, dir: type === 'address' ? 'left' : 'right' })
  }
  return keccak256(concatHex(['0x1901', hashStruct(domainType, domain), hashStruct(primaryType, message)]))
}
