import type { Charge, RateLimiter } from '../ports/rate-limiter.ts'
import type { Project } from '../ports/stores/projects.ts'
import { HttpError } from './http-error.ts'
import { type BudgetSettings, chargesOf, type Family, type Payers } from './rate-limits.ts'

/** The budgets of a deployment and the limiter that counts them. */
export type RequestLimits = {
  readonly limiter: RateLimiter
  readonly budgets: BudgetSettings
  /** Called for each request that is rejected. */
  readonly onRefused?: (budget: string, is: 'limited' | 'unavailable') => void
}

/** A parsed call of a known project, before its handler runs. */
export type PaidCall = {
  readonly project: Project
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly header: (name: string) => string | undefined
  /** In points; a plain call costs 1. */
  readonly cost: number
}

/** @throws HttpError 429 over a budget, 503 when the shared store is unavailable; both with `Retry-After`. */
async function take({ limiter, onRefused }: RequestLimits, charges: readonly Charge[]): Promise<void> {
  const result = await limiter.take(charges)
  if (result.is === 'allowed') return
  onRefused?.(result.budget, result.is)
  throw result.is === 'limited'
    ? new HttpError(429, 'Too many requests', result.retryAfterSeconds)
    : new HttpError(503, 'This request cannot be counted now', result.retryAfterSeconds)
}

/** A non-empty string member of an object of any shape. */
function textIn(value: unknown, name: string): string | undefined {
  const member: unknown = Reflect.get(Object(value), name)
  return typeof member === 'string' && member !== '' ? member : undefined
}

/** The address of an account, which requests write with or without its chain, and on Ethereum in any letter case. */
function accountKey(text: string | undefined): string | undefined {
  const address = text?.slice(text.lastIndexOf(':') + 1)
  return address?.startsWith('0x') ? address.toLowerCase() : address
}

/** Where endpoints carry the account: in the path, the query, the body, or the message of a sign-in. */
function accountOf({ params, query, body }: PaidCall): string | undefined {
  const signedIn: unknown = Reflect.get(Object(body), 'data')
  return accountKey(
    params.address ??
      textIn(query, 'userAddress') ??
      textIn(body, 'userAddress') ??
      textIn(body, 'account') ??
      textIn(body, 'address') ??
      textIn(signedIn, 'accountAddress'),
  )
}

function payersOf(call: PaidCall): Payers {
  return {
    account: accountOf(call),
    email: textIn(call.body, 'email')?.toLowerCase(),
    code: call.header('x-otp'),
    project: call.project.key,
  }
}

/**
 * Charges the client one point, before the request is parsed.
 * @throws HttpError 429, 503
 */
export const chargeClient = (limits: RequestLimits, family: Family, client: string): Promise<void> =>
  take(limits, chargesOf(family, { ip: client }, limits.budgets))

/**
 * Charges a parsed call: the client for the cost beyond the point it has paid, then account, e-mail address, code and
 * project.
 * @throws HttpError 429, 503
 */
export function chargeCall(
  limits: RequestLimits,
  family: Family,
  client: string,
  call: PaidCall,
): Promise<void> {
  const { budgets } = limits
  const more = call.cost > 1 ? chargesOf(family, { ip: client }, budgets, call.cost - 1) : []
  return take(limits, [...more, ...chargesOf(family, payersOf(call), budgets, call.cost)])
}
