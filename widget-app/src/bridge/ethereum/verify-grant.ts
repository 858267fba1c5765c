import * as z from 'zod/mini'
import { type GrantRequest, grantRequest, sessionPermission, sessionPolicy } from '#shared/api/sessions.ts'
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
type Part = 'within' | 'wider' | 'unknown'

const hex = /^0x[0-9a-f]*$/i

/** JSON with sorted members, and hex in lower case; names of functions are unchanged. */
function plain(value: unknown): string {
  const normal = (_: string, one: unknown): unknown => {
    if (typeof one === 'string') return hex.test(one) ? one.toLowerCase() : one
    return typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one
  }
  return JSON.stringify(value, normal) ?? 'null'
}

const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other)

/** Whether an allowance never exceeds another: no larger, no more often, no earlier. */
const isAllowanceWithin = (granted: Allowance, asked: Allowance): boolean =>
  BigInt(granted.allowance) <= BigInt(asked.allowance) &&
  // A period of 0 renews at every moment.
  (asked.period === 0 || granted.period >= asked.period) &&
  granted.start >= asked.start

/** Whether every value that passes one condition passes the other. */
function isConditionWithin(granted: Condition | undefined, asked: Condition): boolean {
  if (granted === undefined) return false
  const [value, bound] = [BigInt(granted.value), BigInt(asked.value)]
  if (granted.operator === 'EQUAL') {
    if (asked.operator === 'EQUAL') return value === bound
    return asked.operator === 'GREATER_THAN' ? value > bound : value < bound
  }
  if (granted.operator !== asked.operator) return false
  return asked.operator === 'GREATER_THAN' ? value >= bound : value <= bound
}

const isFunctionWithin = (granted: GrantedFunction, asked: GrantedFunction): boolean =>
  granted.functionName === asked.functionName &&
  (granted.operation !== 'DelegateCall' || asked.operation === 'DelegateCall') &&
  (asked.valueLimit === undefined ||
    (granted.valueLimit !== undefined && BigInt(granted.valueLimit) <= BigInt(asked.valueLimit))) &&
  (asked.args ?? []).every((condition, at) => isConditionWithin(granted.args?.[at], condition))

function areCallsWithin(granted: Calls, asked: Calls): boolean {
  if (!isSame(granted.address, asked.address)) return false
  // The ABI determines which function a name is.
  if (!granted.abi.every((entry) => asked.abi.some((one) => isSame(entry, one)))) return false
  if (asked.functions.length === 0)
    return granted.functions.every(({ operation }) => operation !== 'DelegateCall')
  return (
    granted.functions.length > 0 &&
    granted.functions.every((one) => asked.functions.some((other) => isFunctionWithin(one, other)))
  )
}

function isWithin(granted: Permission, asked: Permission): boolean {
  if (granted.type === 'contract-call')
    return asked.type === 'contract-call' && areCallsWithin(granted.data, asked.data)
  if (granted.type === 'erc20-recurring-allowance')
    return (
      asked.type === granted.type &&
      isSame(granted.data.token, asked.data.token) &&
      isAllowanceWithin(granted.data, asked.data)
    )
  return asked.type === granted.type && isAllowanceWithin(granted.data, asked.data)
}

/** Whether each permission is within a requested one, and no two within the same: two allowances add up. */
function areWithin(granted: readonly Permission[], asked: readonly Permission[]): boolean {
  const owners = new Map<number, number>()
  const place = (at: number, tried: Set<number>): boolean =>
    asked.some((one, slot) => {
      const permission = granted[at]
      if (permission === undefined || tried.has(slot) || !isWithin(permission, one)) return false
      tried.add(slot)
      const owner = owners.get(slot)
      if (owner !== undefined && !place(owner, tried)) return false
      owners.set(slot, at)
      return true
    })
  return granted.every((_, at) => place(at, new Set()))
}

const signerSchema = () => grantRequest().shape.signer
const kindSchema = z.looseObject({ type: z.string() })

/** A signer may have fewer of the requested keys, and no other one. */
function signerPart(answer: unknown, { data }: GrantRequest['signer']): Part {
  if (answer === undefined) return 'unknown'
  const parsed = signerSchema().safeParse(answer)
  if (!parsed.success) return 'unknown'
  const isOwn = parsed.data.data.keys.every((key) => data.keys.some((one) => isSame(key, one)))
  return isOwn ? 'within' : 'wider'
}

/** Policies restrict: each requested one must be present. */
function policiesPart(answer: unknown, asked: GrantRequest['policies'] = []): Part {
  if (asked.length === 0) return 'within'
  if (answer === undefined) return 'unknown'
  const parsed = z.array(sessionPolicy()).safeParse(answer)
  if (!parsed.success) return 'unknown'
  return asked.every((policy) => parsed.data.some((one) => isSame(one, policy))) ? 'within' : 'wider'
}

/** The parsed permissions; `wider` for a kind that was not requested, `unknown` if malformed. */
function readPermissions(
  answer: unknown,
  asked: readonly Permission[],
): readonly Permission[] | 'wider' | 'unknown' {
  const list = z.array(z.unknown()).safeParse(answer)
  if (!list.success) return 'unknown'
  const kinds = list.data.map((one) => kindSchema.safeParse(one).data?.type)
  if (kinds.some((kind) => kind !== undefined && asked.every(({ type }) => type !== kind))) return 'wider'
  const parsed = z.array(sessionPermission()).safeParse(list.data)
  return parsed.success ? parsed.data : 'unknown'
}

const chainPart = (answer: unknown, chainId: string): Part => {
  if (answer === undefined) return 'unknown'
  const parsed = hexChainSchema.safeParse(answer)
  if (!parsed.success) return 'unknown'
  return parsed.data === z.parse(hexChainSchema, chainId) ? 'within' : 'wider'
}

const accountPart = (answer: unknown, address: string): Part => {
  if (typeof answer !== 'string') return 'unknown'
  return isSame(answer, address) ? 'within' : 'wider'
}

const expiryPart = (answer: unknown, expiry: number): Part => {
  const parsed = z.int().check(z.gte(0)).safeParse(answer)
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
export function verifyGrant(answer: GrantResponse, asked: RequestedGrant): GrantVerdict {
  const read = readPermissions(answer.permissions, asked.permissions)
  const parts: readonly Part[] = [
    accountPart(answer.address, asked.address),
    chainPart(answer.chainId, asked.chainId),
    expiryPart(answer.expiry, asked.expiry),
    signerPart(answer.signer, asked.signer),
    policiesPart(answer.policies, asked.policies),
    typeof read === 'string' ? read : areWithin(read, asked.permissions) ? 'within' : 'wider',
  ]
  if (parts.includes('wider')) return { is: 'wider' }
  const expiry = z.catch(z.int(), asked.expiry).parse(answer.expiry)
  const permissions = typeof read === 'string' ? asked.permissions : [...read]
  return { is: 'within', isWhole: !parts.includes('unknown'), expiry, permissions }
}
