import { type Abi, type Address, decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { Refusal } from '#server/core/refusal.ts'
import type { GrantRequest } from '#shared/api/sessions.ts'

type Permission = GrantRequest['permissions'][number]
type Act = { readonly to: Address; readonly value: bigint; readonly data: Hex }

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What an act calls, by an ABI that knows it. */
function calledBy(
  abi: Abi,
  data: Hex,
): { readonly name: string; readonly args: readonly unknown[] } | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    return { name: functionName, args }
  } catch {
    return undefined
  }
}

/** How much of an allowance an act uses; undefined where it is another act. */
function usedOf(permission: Permission, { to, value, data }: Act): bigint | undefined {
  switch (permission.type) {
    case 'native-token-recurring-allowance':
      return data === '0x' ? value : undefined
    case 'erc20-recurring-allowance': {
      if (!sameText(to, permission.data.token) || value > 0n) return undefined
      const called = calledBy(erc20Abi, data)
      const amount = called?.args[1]
      return called?.name === 'transfer' && typeof amount === 'bigint' ? amount : undefined
    }
    case 'contract-call':
      return undefined
  }
}

const comparisons = {
  EQUAL: (one: bigint, other: bigint) => one === other,
  GREATER_THAN: (one: bigint, other: bigint) => one > other,
  LESS_THAN: (one: bigint, other: bigint) => one < other,
} as const

function isAllowedCall(permission: Permission, { to, value, data }: Act): boolean {
  if (permission.type !== 'contract-call' || !sameText(to, permission.data.address)) return false
  const { functions } = permission.data
  if (functions.length === 0) return true
  // The ABI is the site's, and what it names the person has seen; one that makes no sense knows no call.
  const called = calledBy(JSON.parse(JSON.stringify(permission.data.abi)), data)
  return functions.some(({ functionName, args = [], valueLimit, operation }) => {
    const isWithin = valueLimit === undefined || value <= BigInt(valueLimit)
    const fits = args.every(({ operator, value: bound }, at) => {
      const given = called?.args[at]
      const number = typeof given === 'bigint' || typeof given === 'number' ? BigInt(given) : undefined
      return number !== undefined && comparisons[operator](number, BigInt(bound))
    })
    return called?.name === functionName && operation !== 'DelegateCall' && isWithin && fits
  })
}

/** Judges the acts of one session, and keeps what was spent in which period. */
export function createPermissionJudge() {
  const spent = new Map<string, bigint>()

  /** @throws Refusal 400 for what the session may not do. */
  return (permissions: readonly Permission[], act: Act, nowSeconds: number): void => {
    for (const [at, permission] of permissions.entries()) {
      if (isAllowedCall(permission, act)) return
      const used = usedOf(permission, act)
      if (used === undefined || permission.type === 'contract-call') continue
      const { allowance, start, period } = permission.data
      if (nowSeconds < start) throw new Refusal(400, 'The allowance has not begun')
      const key = `${at} ${period === 0 ? nowSeconds : Math.floor((nowSeconds - start) / period)}`
      const sum = (spent.get(key) ?? 0n) + used
      if (sum > BigInt(allowance)) throw new Refusal(400, 'The allowance is used up')
      spent.set(key, sum)
      return
    }
    throw new Refusal(400, 'The session may not do that')
  }
}
