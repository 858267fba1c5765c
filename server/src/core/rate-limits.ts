import type { Budget, Charge } from '../ports/rate-limiter.ts'

/** Kinds of requests that share budgets; `endpoint-families.ts` lists the endpoints of each. */
export type Family =
  | 'catalogue'
  | 'picture'
  | 'event'
  | 'mailbox'
  | 'chain-data'
  | 'rpc'
  | 'order'
  | 'vendor-event'
  | 'name-claim'
  | 'smart-session'
  | 'sign-in'
  | 'code-send'
  | 'code-confirm'
  | 'embedded-wallet'
  | OperatorFamily

/** Pages of the operator, protected by a secret of the configuration. */
export type OperatorFamily = 'doctor' | 'metrics'

/**
 * Whose budget a request is charged to: a customer's network (`clientKey`), the account of the request (an address), the
 * e-mail address or the code of a confirmation, the project. Budgets are charged in this order, so that a client over its
 * budget uses none of the project's.
 */
const scopes = ['ip', 'account', 'email', 'code', 'project'] as const
export type Scope = (typeof scopes)[number]
export type ScopeKeys = { readonly [S in Scope]?: string | undefined }

/** The budgets that the operator configures (`limits.*` of the configuration). Each family gets a share of them. */
export type BudgetSettings = {
  readonly project: { readonly pointsPerMinute: number; readonly codesPerHour: number }
  readonly ip: { readonly pointsPerMinute: number; readonly codesPerHour: number }
  readonly account: { readonly pointsPerMinute: number }
  readonly email: { readonly codesPerHour: number }
}

type Allowance = { readonly points: (settings: BudgetSettings) => number; readonly seconds: number }
type Policy = {
  readonly isShared: boolean
  readonly whenUnavailable: Budget['whenUnavailable']
  readonly allowances: { readonly [S in Scope]?: Allowance }
}

const [minute, hour] = [60, 3_600]

/** A multiple of the configured points per minute. */
const points = (scope: 'ip' | 'account' | 'project', share = 1): Allowance => ({
  points: (settings) => settings[scope].pointsPerMinute * share,
  seconds: minute,
})
/** A multiple of the configured codes per hour. */
const codes = (scope: 'ip' | 'email' | 'project', share = 1): Allowance => ({
  points: (settings) => settings[scope].codesPerHour * share,
  seconds: hour,
})
const perHour = (count: number): Allowance => ({ points: () => count, seconds: hour })

/** Each replica counts cheap requests by itself: a shared count would cost more than the request. */
const cheap = { isShared: false, whenUnavailable: 'local' } as const
const shared = { isShared: true, whenUnavailable: 'local' } as const
/**
 * Requests that verify or grant something: the number of guesses must not multiply by the replicas when the shared store is
 * unavailable.
 */
const guarded = { isShared: true, whenUnavailable: 'refuse' } as const

/** One IPv4 address can stand for several hundred users behind a carrier's NAT. */
const policies: Readonly<Record<Family, Policy>> = {
  catalogue: { ...cheap, allowances: { ip: points('ip'), project: points('project') } },
  // No project budget: an <img> sends no project. A list of 40 tokens loads 40 images.
  picture: { ...cheap, allowances: { ip: points('ip', 2.5) } },
  event: { ...cheap, allowances: { ip: points('ip', 0.1), project: points('project', 0.5) } },
  mailbox: { ...cheap, allowances: { ip: points('ip', 0.5) } },
  'chain-data': {
    ...shared,
    allowances: { ip: points('ip', 0.5), account: points('account', 0.4), project: points('project', 0.5) },
  },
  rpc: { ...shared, allowances: { ip: points('ip', 2.5), project: points('project', 2.5) } },
  order: {
    ...shared,
    allowances: { ip: points('ip', 0.2), account: points('account', 0.4), project: points('project', 0.2) },
  },
  // Signed by a vendor, which sends the events of all projects from a few addresses.
  'vendor-event': { ...cheap, allowances: { ip: points('ip') } },
  'name-claim': {
    ...shared,
    allowances: { ip: codes('ip'), account: perHour(10), project: codes('project', 2) },
  },
  'smart-session': {
    ...guarded,
    allowances: { ip: points('ip', 0.1), account: points('account', 0.2), project: points('project', 0.1) },
  },
  'sign-in': {
    ...guarded,
    allowances: { ip: points('ip', 0.2), account: points('account', 0.1), project: points('project', 0.5) },
  },
  // Each sends an e-mail, to an address that may belong to another user.
  'code-send': {
    ...guarded,
    allowances: { ip: codes('ip'), account: perHour(10), email: codes('email'), project: codes('project') },
  },
  // A code has a million values; the store also counts the attempts at each code.
  'code-confirm': {
    ...guarded,
    allowances: { ip: codes('ip', 2), code: perHour(10), project: codes('project', 10) },
  },
  'embedded-wallet': { ...guarded, allowances: { ip: points('ip', 0.2), project: points('project', 0.2) } },
  // Charged before the secret is compared, so that a client over its budget learns nothing about its guess.
  doctor: { ...guarded, allowances: { ip: perHour(60) } },
  // Two scrapers behind one address, each once per second. Metrics stay readable while the shared store is unavailable.
  metrics: { ...cheap, allowances: { ip: { points: () => 120, seconds: minute } } },
}

type ScopedBudget = { readonly scope: Scope; readonly budget: Budget }

/** Budgets by settings and family: created once, because each request uses two or more. */
const budgetCache = new WeakMap<BudgetSettings, Map<Family, readonly ScopedBudget[]>>()

function budgetsOf(family: Family, settings: BudgetSettings): readonly ScopedBudget[] {
  const families = budgetCache.get(settings) ?? new Map<Family, readonly ScopedBudget[]>()
  budgetCache.set(settings, families)
  const cached = families.get(family)
  if (cached !== undefined) return cached
  const { allowances, isShared, whenUnavailable } = policies[family]
  const budgets = scopes.flatMap((scope): readonly ScopedBudget[] => {
    const allowance = allowances[scope]
    if (allowance === undefined) return []
    const budgetPoints = Math.max(1, Math.round(allowance.points(settings)))
    const { seconds } = allowance
    const name = `${family} ${scope}`
    return [{ scope, budget: { name, points: budgetPoints, seconds, isShared, whenUnavailable } }]
  })
  families.set(family, budgets)
  return budgets
}

/**
 * Charges of one request. Skips scopes that are unknown, or for which the family has no budget.
 * @param cost cost of the request in points (`balanceCost`, `rpcCost`); capped at the whole budget.
 */
export function chargesOf(
  family: Family,
  scopeKeys: ScopeKeys,
  settings: BudgetSettings,
  cost = 1,
): readonly Charge[] {
  const charges: Charge[] = []
  for (const { scope, budget } of budgetsOf(family, settings)) {
    const subject = scopeKeys[scope]
    if (subject === undefined) continue
    charges.push({ budget, subject, points: Math.min(Math.max(1, cost), budget.points) })
  }
  return charges
}

/**
 * Cost of a balance request in points: 1 per eight chains, which are read in parallel, plus 1 per token that bypasses the
 * cache.
 */
export const balanceCost = (chainIds: number, freshTokens: number): number =>
  Math.max(1, Math.ceil(chainIds / 8)) + freshTokens
