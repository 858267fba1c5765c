import { hashTypedData } from 'viem/utils'
import * as z from '#shared/zod.ts'
import type { Hex } from '../hex.ts'
import { hashCanonical } from '../typed-data/typed-data-hash.ts'
import {
  domainType,
  invalidTypedData,
  parseMembers,
  parseTypes,
  type TypedMember,
  type TypeTable,
} from '../typed-data/typed-data-types.ts'
import { decodeStruct, hasNull, type TypedStruct, type TypedValue } from '../typed-data/typed-data-values.ts'

/** The domain of EIP-712 data: only the members that are part of the hash. */
export type TypedDomain = {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly chainId?: bigint | undefined
  /** With its checksum. */
  readonly verifyingContract?: Hex | undefined
  readonly salt?: Hex | undefined
}

/** EIP-712 data after its one parse: decoder, wallet and response verification use only this value. */
export type CanonicalTypedData = {
  /** The types that the primary type reaches, and `EIP712Domain`. */
  readonly types: TypeTable
  readonly primaryType: string
  readonly domain: TypedDomain
  readonly message: TypedStruct
  /** The hash that the account signs. */
  readonly digest: Hex
  /**
   * The JSON for the wallet: addresses with checksum, integers as decimal text (the chain id as a number), bytes in lower
   * case, only members that the types list.
   */
  readonly text: string
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectSchema = z.custom<object>(isObject)

const typedDataSchema = z.object({
  types: objectSchema,
  primaryType: z.string(),
  domain: z.nullish(objectSchema),
  message: objectSchema,
})

/** Members of a domain with their types, in the order that ethers and viem derive. */
const domainMembers: readonly TypedMember[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** EIP-2294 keeps chain ids below 2^52, which a JSON number represents exactly. */
const chainIdMax = 4_503_599_627_370_476n

const domainSchema = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  chainId: z.optional(z.bigint().check(z.lte(chainIdMax))),
  verifyingContract: z.optional(z.custom<Hex>((value) => typeof value === 'string')),
  salt: z.optional(z.custom<Hex>((value) => typeof value === 'string')),
})

/**
 * The members by which the domain is hashed. eth-sig-util and viem hash by the type in the request, ethers by the members
 * that the domain has, in one fixed order. So a type in the request must have that order, and a missing one is derived from
 * the domain.
 */
function domainMembersOf(types: object, domain: object): readonly TypedMember[] {
  if (!Object.hasOwn(types, domainType))
    return domainMembers.filter(
      ({ name }) => Object.hasOwn(domain, name) && Reflect.get(domain, name) != null,
    )
  const given = parseMembers(types, domainType)
  const standard = domainMembers.filter(({ name }) => given.some((member) => member.name === name))
  const isStandard = given.every(
    ({ name, type }, index) => standard[index]?.name === name && standard[index].type === type,
  )
  if (!isStandard) throw invalidTypedData(`types.${domainType}`, 'is not the standard one')
  return standard
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw invalidTypedData('request', 'is not JSON')
  }
}

const toJson = (value: TypedValue): unknown => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toJson)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toJson(one)]))
}

const domainJson = (domain: TypedStruct, chainId: bigint | undefined): object =>
  Object.fromEntries(
    Object.entries(domain).map(([name, value]) => [
      name,
      name === 'chainId' && chainId !== undefined ? Number(chainId) : value,
    ]),
  )

const viemSchema = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** The hash that viem computes of the text; `undefined` if viem rejects it. */
function viemDigest(text: string): Hex | undefined {
  try {
    return hashTypedData(z.parse(viemSchema, JSON.parse(text)))
  } catch {
    return undefined
  }
}

/**
 * Parses EIP-712 data, as an object or as JSON, once for all later steps. Members and types that the primary type does not
 * reach are dropped; forms that viem, ethers and eth-sig-util hash alike are normalized (capitals, integers as text or hex,
 * short `bytesN`, `null` structs).
 * @throws ProviderRpcError −32602 for all other forms.
 */
export function parseTypedData(value: unknown): CanonicalTypedData {
  const parsed = typedDataSchema.safeParse(parseJson(value))
  if (!parsed.success) throw invalidTypedData('request', 'lacks types, primaryType or message')
  const { types: given, primaryType } = parsed.data
  const givenDomain = parsed.data.domain ?? {}
  const reachedTypes = parseTypes(given, primaryType)
  const members = domainMembersOf(given, givenDomain)
  const types: TypeTable = new Map([[domainType, members], ...reachedTypes])
  const domain = decodeStruct(types, members, givenDomain, 'domain')
  const typedDomain = domainSchema.safeParse(domain)
  if (!typedDomain.success) throw invalidTypedData('domain.chainId', 'is not the number of a chain')
  const message = decodeStruct(types, reachedTypes.get(primaryType) ?? [], parsed.data.message, 'message')
  const digest = hashCanonical(types, primaryType, domain, message)
  const { chainId } = typedDomain.data
  const text = JSON.stringify({
    types: Object.fromEntries(types),
    primaryType,
    domain: domainJson(domain, chainId),
    message: toJson(message),
  })
  if (!hasNull(message) && viemDigest(text) !== digest)
    throw invalidTypedData('request', 'has no hash that libraries agree on')
  return { types, primaryType, domain: typedDomain.data, message, digest, text }
}
