import {
  type GrantRequest,
  grantRequest,
  sessionPermission,
  sessionPolicy,
} from '#shared/api/smart-sessions.ts'
import * as z from '#shared/zod.ts'
import { hexChainSchema } from './parameters.ts'

type Permission = GrantRequest['permissions'][number]
type Calls = Extract<Permission, { type: 'contract-call' }>['data']
type GrantedFunction = Calls['functions'][number]
type Condition = NonNullable<GrantedFunction['args']>[number]
type Allowance = { readonly allowance: string; readonly start: number; readonly period: number }

/** A requested grant. */
export type RequestedGrant = GrantRequest & { readonly address: string }

/**
 * The verdict on a wallet's grant. `wider`: it grants more, or something else. Otherwise `expiry` and `permissions` are the
 * granted ones, and `isWhole` is true if the response had every member that can be compared.
 */
export type GrantVerdict =
  | { readonly is: 'wider' }
  | {
      readonly is: 'within'
      readonly isWhole: boolean
      readonly expiry: number
      readonly permissions: GrantRequest['permissions']
    }

/** The result of comparing one member of the response. */
type PartVerdict = 'within' | 'wider' | 'unknown'

const hex = /^0x[0-9a-f]*$/i

/** JSON with sorted members, and hex in lower case; names of functions are unchanged. */
function canonicalJson(value: unknown): string {
  const normalize = (_: string, one: unknown): unknown => {
    if (typeof one === 'string') return hex.test(one) ? one.toLowerCase() : one
    return typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one
  }
  return JSON.stringify(value, normalize) ?? 'null'
}

const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

/** Whether an allowance never exceeds another: no larger, no more often, no earlier. */
const isAllowanceWithin = (granted: Allowance, requested: Allowance): boolean =>
  BigInt(granted.allowance) <= BigInt(requested.allowance) &&
  // A period of 0 renews at every moment.
  (requested.period === 0 || granted.period >= requested.period) &&
  granted.start >= requested.start

/** Whether every value that passes one condition passes the other. */
function isConditionWithin(granted: Condition | undefined, requested: Condition): boolean {
  if (granted === undefined) return false
  const [value, bound] = [BigInt(granted.value), BigInt(requested.value)]
  if (granted.operator === 'EQUAL') {
    if (requested.operator === 'EQUAL') return value === bound
    return requested.operator === 'GREATER_THAN' ? value > bound : value < bound
  }
  if (granted.operator !== requested.operator) return false
  return requested.operator === 'GREATER_THAN' ? value >= bound : value <= bound
}

const isFunctionWithin = (granted: GrantedFunction, requested: GrantedFunction): boolean =>
  granted.functionName === requested.functionName &&
  (granted.operation !== 'DelegateCall' || requested.operation === 'DelegateCall') &&
  (requested.valueLimit === undefined ||
    (granted.valueLimit !== undefined && BigInt(granted.valueLimit) <= BigInt(requested.valueLimit))) &&
  (requested.args ?? []).every((condition, at) => isConditionWithin(granted.args?.[at], condition))

function areCallsWithin(granted: Calls, requested: Calls): boolean {
  if (!isSame(granted.address, requested.address)) return false
  // The ABI determines which function a name is.
  if (!granted.abi.every((entry) => requested.abi.some((one) => isSame(entry, one)))) return false
  if (requested.functions.length === 0)
    return granted.functions.every(({ operation }) => operation !== 'DelegateCall')
  return (
    granted.functions.length > 0 &&
    granted.functions.every((one) => requested.functions.some((other) => isFunctionWithin(one, other)))
  )
}

function isWithin(granted: Permission, requested: Permission): boolean {
  if (granted.type === 'contract-call')
    return requested.type === 'contract-call' && areCallsWithin(granted.data, requested.data)
  if (granted.type === 'erc20-recurring-allowance')
    return (
      requested.type === granted.type &&
      isSame(granted.data.token, requested.data.token) &&
      isAllowanceWithin(granted.data, requested.data)
    )
  return requested.type === granted.type && isAllowanceWithin(granted.data, requested.data)
}

/** Whether each permission is within a requested one, and no two within the same: two allowances add up. */
function areWithin(granted: readonly Permission[], requested: readonly Permission[]): boolean {
  const assigned = new Map<number, number>()
  const assign = (at: number, triedSlots: Set<number>): boolean =>
    requested.some((one, slot) => {
      const permission = granted[at]
      if (permission === undefined || triedSlots.has(slot) || !isWithin(permission, one)) return false
      triedSlots.add(slot)
      const previous = assigned.get(slot)
      if (previous !== undefined && !assign(previous, triedSlots)) return false
      assigned.set(slot, at)
      return true
    })
  return granted.every((_, at) => assign(at, new Set()))
}

const signerSchema = () => grantRequest().shape.signer
const kindSchema = z.looseObject({ type: z.string() })

/** A signer may have fewer of the requested keys, and no other one. */
function verifySigner(response: unknown, { data }: GrantRequest['signer']): PartVerdict {
  const parsed = signerSchema().safeParse(response)
  if (!parsed.success) return 'unknown'
  const isSubset = parsed.data.data.keys.every((key) => data.keys.some((one) => isSame(key, one)))
  return isSubset ? 'within' : 'wider'
}

/** Policies restrict: each requested one must be present. */
function verifyPolicies(response: unknown, requested: GrantRequest['policies'] = []): PartVerdict {
  if (requested.length === 0) return 'within'
  const parsed = z.array(sessionPolicy()).safeParse(response)
  if (!parsed.success) return 'unknown'
  return requested.every((policy) => parsed.data.some((one) => isSame(one, policy))) ? 'within' : 'wider'
}

/** The parsed permissions; `wider` for a kind that was not requested, `unknown` if malformed. */
function readPermissions(
  response: unknown,
  requested: readonly Permission[],
): readonly Permission[] | 'wider' | 'unknown' {
  const list = z.array(z.unknown()).safeParse(response)
  if (!list.success) return 'unknown'
  const kinds = list.data.map((one) => kindSchema.safeParse(one).data?.type)
  if (kinds.some((kind) => kind !== undefined && requested.every(({ type }) => type !== kind))) return 'wider'
  const parsed = z.array(sessionPermission()).safeParse(list.data)
  return parsed.success ? parsed.data : 'unknown'
}

const verifyChain = (response: unknown, chainId: string): PartVerdict => {
  const parsed = hexChainSchema.safeParse(response)
  if (!parsed.success) return 'unknown'
  return parsed.data === z.parse(hexChainSchema, chainId) ? 'within' : 'wider'
}

const verifyAccount = (response: unknown, address: string): PartVerdict => {
  if (typeof response !== 'string') return 'unknown'
  return isSame(response, address) ? 'within' : 'wider'
}

const verifyExpiry = (response: unknown, expiry: number): PartVerdict => {
  const parsed = z.int().check(z.gte(0)).safeParse(response)
  if (!parsed.success) return 'unknown'
  return parsed.data <= expiry ? 'within' : 'wider'
}

/** The members of a response that describe the grant. */
export type GrantResponse = {
  readonly chainId?: unknown
  readonly address?: unknown
  readonly expiry?: unknown
  readonly signer?: unknown
  readonly permissions?: unknown
  readonly policies?: unknown
}

/**
 * Verifies a wallet's response to `wallet_grantPermissions` against the request: account, chain, expiry, keys, permissions
 * and policies (ERC-7715). A wallet may grant less. A missing or malformed member counts as requested, and the comparison as
 * not whole.
 */
export function verifyGrant(response: GrantResponse, requested: RequestedGrant): GrantVerdict {
  const read = readPermissions(response.permissions, requested.permissions)
  const verdicts: readonly PartVerdict[] = [
    verifyAccount(response.address, requested.address),
    verifyChain(response.chainId, requested.chainId),
    verifyExpiry(response.expiry, requested.expiry),
    verifySigner(response.signer, requested.signer),
    verifyPolicies(response.policies, requested.policies),
    typeof read === 'string' ? read : areWithin(read, requested.permissions) ? 'within' : 'wider',
  ]
  if (verdicts.includes('wider')) return { is: 'wider' }
  const expiry = z.catch(z.int(), requested.expiry).parse(response.expiry)
  const permissions = typeof read === 'string' ? requested.permissions : [...read]
  return { is: 'within', isWhole: !verdicts.includes('unknown'), expiry, permissions }
}
