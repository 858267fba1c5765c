import type { GrantRequest } from '../../../shared/api/smart-sessions.ts'
import type { DecodeCall, SessionAct } from '../ports/session-accounts.ts'

export type SessionPermission = GrantRequest['permissions'][number]
type ContractCalls = Extract<SessionPermission, { type: 'contract-call' }>['data']
type SessionFunction = ContractCalls['functions'][number]
type Condition = NonNullable<SessionFunction['args']>[number]

/** The amount that an act uses of one allowance, in base units. */
export type AllowanceUse = {
  /** Index of the permission. */
  readonly permission: number
  /** Number of the period since the start of the allowance. */
  readonly period: number
  readonly amount: bigint
  readonly allowance: bigint
}

export type PermissionVerdict =
  /** A contract call that a permission lists; it uses no allowance. */
  | { readonly is: 'allowed' }
  /** Any one of these uses is sufficient, in this order. */
  | { readonly is: 'spends'; readonly uses: readonly AllowanceUse[] }
  | { readonly is: 'refused'; readonly reason: string }

/** ERC-20. */
const transferAbi = [
  { type: 'function', name: 'transfer', inputs: [{ type: 'address' }, { type: 'uint256' }] },
]

const isSameHex = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const comparisons = {
  EQUAL: (value: bigint, bound: bigint) => value === bound,
  GREATER_THAN: (value: bigint, bound: bigint) => value > bound,
  LESS_THAN: (value: bigint, bound: bigint) => value < bound,
} as const

const matchesCondition = ({ operator, value }: Condition, decodedArgs: bigint | undefined): boolean =>
  decodedArgs !== undefined && comparisons[operator](decodedArgs, BigInt(value))

function isFunctionCall(
  { functionName, args = [], valueLimit, operation }: SessionFunction,
  abi: readonly unknown[],
  { value, data }: SessionAct,
  decodeCall: DecodeCall,
): boolean {
  // An act is a plain call from the account.
  if (operation === 'DelegateCall') return false
  if (valueLimit !== undefined && value > BigInt(valueLimit)) return false
  const decodedArgs = decodeCall(abi, functionName, data)
  return (
    decodedArgs !== undefined && args.every((condition, at) => matchesCondition(condition, decodedArgs[at]))
  )
}

function isAllowedCall(permission: SessionPermission, act: SessionAct, decodeCall: DecodeCall): boolean {
  if (permission.type !== 'contract-call' || !isSameHex(act.to, permission.data.address)) return false
  const { abi, functions } = permission.data
  return functions.length === 0 || functions.some((one) => isFunctionCall(one, abi, act, decodeCall))
}

/** The amount that an act uses of an allowance; undefined when the allowance does not cover such an act. */
function amountOf(
  permission: SessionPermission,
  { to, value, data }: SessionAct,
  decodeCall: DecodeCall,
): bigint | undefined {
  switch (permission.type) {
    case 'native-token-recurring-allowance':
      return data === '0x' ? value : undefined
    case 'erc20-recurring-allowance':
      if (!isSameHex(to, permission.data.token) || value > 0n) return undefined
      return decodeCall(transferAbi, 'transfer', data)?.[1]
    case 'contract-call':
      return undefined
  }
}

/**
 * Decides which allowances an act of a session uses; the caller checks what remains of them. Permissions add up: an act
 * needs one of them. An allowance with a period of 0 restarts each second, which the widget's review shows as unlimited.
 */
export function verifyAct({
  permissions,
  account,
  act,
  nowSeconds,
  decodeCall,
}: {
  /** The granted permissions. */
  readonly permissions: readonly SessionPermission[]
  /** Address of the account that would act. */
  readonly account: string
  readonly act: SessionAct
  readonly nowSeconds: number
  readonly decodeCall: DecodeCall
}): PermissionVerdict {
  // The account contract trusts calls from itself: such a call could grant any other session.
  if (isSameHex(act.to, account)) return { is: 'refused', reason: 'The session may not call its own account' }
  if (permissions.some((permission) => isAllowedCall(permission, act, decodeCall))) return { is: 'allowed' }
  const matching = permissions.flatMap((permission, index) => {
    const amount = amountOf(permission, act, decodeCall)
    if (amount === undefined || permission.type === 'contract-call') return []
    return [{ index, amount, ...permission.data }]
  })
  const started = matching.filter(({ start }) => start <= nowSeconds)
  if (started.length === 0) {
    const reason = matching.length > 0 ? 'The allowance has not begun' : 'The session may not do that'
    return { is: 'refused', reason }
  }
  const uses = started.map(({ index, amount, allowance, start, period }) => ({
    permission: index,
    period: Math.floor((nowSeconds - start) / Math.max(period, 1)),
    amount,
    allowance: BigInt(allowance),
  }))
  return { is: 'spends', uses }
}
