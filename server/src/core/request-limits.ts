import type { Charge, RateLimiter } from '../ports/rate-limiter.ts'
import type { Project } from '../ports/stores/projects.ts'
import { HttpError } from './http-error.ts'
import { type BudgetSettings, chargesOf, type Family, type ScopeKeys } from './rate-limits.ts'

/** The budgets of a deployment and the limiter that counts them. */
export type RequestLimits = {
  readonly limiter: RateLimiter
  readonly budgets: BudgetSettings
  /** Called for each request that is rejected. */
  readonly onRejected?: (budget: string, is: 'limited' | 'unavailable') => void
}

/** A parsed call of a known project, before its handler runs. */
export type ChargedCall = {
  readonly project: Project
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly header: (name: string) => string | undefined
  /** In points; a plain call costs 1. */
  readonly cost: number
}

/** @throws HttpError 429 over a budget, 503 when the shared store is unavailable; both with `Retry-After`. */
async function chargeAll({ limiter, onRejected }: RequestLimits, charges: readonly Charge[]): Promise<void> {
  const result = await limiter.charge(charges)
  if (result.is === 'allowed') return
  onRejected?.(result.budget, result.is)
  throw result.is === 'limited'
    ? new HttpError(429, 'Too many requests', result.retryAfterSeconds)
    : new HttpError(503, 'This request cannot be counted now', result.retryAfterSeconds)
}

/** A non-empty string member of an object of any shape. */
function stringMember(value: unknown, name: string): string | undefined {
  const member: unknown = Reflect.get(Object(value), name)
  return typeof member === 'string' && member !== '' ? member : undefined
}

/** The address of an account, which requests write with or without its chain, and on Ethereum in any letter case. */
function accountKey(text: string | undefined): string | undefined {
  const address = text?.slice(text.lastIndexOf(':') + 1)
  return address?.startsWith('0x') ? address.toLowerCase() : address
}

/** Where endpoints carry the account: in the path, the query, the body, or the message of a sign-in. */
function accountOf({ params, query, body }: ChargedCall): string | undefined {
  const signInData: unknown = Reflect.get(Object(body), 'data')
  return accountKey(
    params.address ??
      stringMember(query, 'userAddress') ??
      stringMember(body, 'userAddress') ??
      stringMember(body, 'account') ??
      stringMember(body, 'address') ??
      stringMember(signInData, 'accountAddress'),
  )
}

function scopeKeysOf(call: ChargedCall): ScopeKeys {
  return {
    account: accountOf(call),
    email: stringMember(call.body, 'email')?.toLowerCase(),
    code: call.header('x-otp'),
    project: call.project.key,
  }
}

/**
 * Charges the client one point, before the request is parsed.
 * @throws HttpError 429, 503
 */
export const chargeClient = (limits: RequestLimits, family: Family, client: string): Promise<void> =>
  chargeAll(limits, chargesOf(family, { ip: client }, limits.budgets))

/**
 * Charges a parsed call: the client for the cost beyond the point it has paid, then account, e-mail address, code and
 * project.
 * @throws HttpError 429, 503
 */
export function chargeCall(
  limits: RequestLimits,
  family: Family,
  client: string,
  call: ChargedCall,
): Promise<void> {
  const { budgets } = limits
  const extraCharges = call.cost > 1 ? chargesOf(family, { ip: client }, budgets, call.cost - 1) : []
  return chargeAll(limits, [...extraCharges, ...chargesOf(family, scopeKeysOf(call), budgets, call.cost)])
}
