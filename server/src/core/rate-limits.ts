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
  | 'name-claim'
  | 'smart-session'
  | 'sign-in'
  | 'code-send'
  | 'code-confirm'

/**
 * Who pays: a customer's network (`clientKey`), the account of the request (CAIP-10 or address), the e-mail address or the
 * code of a confirmation, the project. Charges are taken in this order, so that a client over its budget takes nothing from
 * the project's.
 */
const scopes = ['ip', 'account', 'email', 'code', 'project'] as const
export type Scope = (typeof scopes)[number]
export type Payers = { readonly [S in Scope]?: string | undefined }

type Allowance = readonly [points: number, seconds: number]
type Policy = {
  readonly isShared: boolean
  readonly whenAway: Budget['whenAway']
  readonly allowances: { readonly [S in Scope]?: Allowance }
}

const [minute, hour] = [60, 3_600]

/** Cheap requests are counted by each replica alone: a shared count would cost more than the request. */
const cheap = { isShared: false, whenAway: 'local' } as const
const shared = { isShared: true, whenAway: 'local' } as const
/** What proves or grants something: guesses must not multiply by the number of replicas when the store is away. */
const guarded = { isShared: true, whenAway: 'refuse' } as const

/** One IPv4 address can be that of some hundred people behind a carrier's NAT. */
const policies: Readonly<Record<Family, Policy>> = {
  catalogue: { ...cheap, allowances: { ip: [1_200, minute], project: [60_000, minute] } },
  // No project: an <img> sends none. Forty tokens make forty pictures.
  picture: { ...cheap, allowances: { ip: [3_000, minute] } },
  event: { ...cheap, allowances: { ip: [120, minute], project: [30_000, minute] } },
  mailbox: { ...cheap, allowances: { ip: [600, minute] } },
  'chain-data': {
    ...shared,
    allowances: { ip: [600, minute], account: [120, minute], project: [30_000, minute] },
  },
  rpc: { ...shared, allowances: { ip: [3_000, minute], project: [150_000, minute] } },
  order: { ...shared, allowances: { ip: [240, minute], account: [120, minute], project: [12_000, minute] } },
  'name-claim': { ...shared, allowances: { ip: [30, hour], account: [10, hour], project: [2_000, hour] } },
  'smart-session': {
    ...guarded,
    allowances: { ip: [120, minute], account: [60, minute], project: [6_000, minute] },
  },
  'sign-in': {
    ...guarded,
    allowances: { ip: [240, minute], account: [30, minute], project: [30_000, minute] },
  },
  // Each sends an e-mail, to an address that may belong to another person.
  'code-send': {
    ...guarded,
    allowances: { ip: [30, hour], account: [10, hour], email: [5, hour], project: [2_000, hour] },
  },
  // A code has a million values; the store counts the attempts at each code beside this.
  'code-confirm': {
    ...guarded,
    allowances: { ip: [60, hour], email: [20, hour], code: [10, hour], project: [10_000, hour] },
  },
}

/**
 * Charges of one request. Payers that are not known, or that the family has no budget for, are left out.
 * @param points what the request costs (`balanceCost`, `rpcCost`); a request never costs more than the whole budget.
 * @param factor of the operator, by which all budgets are multiplied.
 */
export function chargesOf(family: Family, payers: Payers, points = 1, factor = 1): readonly Charge[] {
  const { allowances, isShared, whenAway } = policies[family]
  return scopes.flatMap((scope): readonly Charge[] => {
    const [subject, allowance] = [payers[scope], allowances[scope]]
    if (subject === undefined || allowance === undefined) return []
    const [base, seconds] = allowance
    const budgetPoints = Math.max(1, Math.round(base * factor))
    const budget = { name: `${family} ${scope}`, points: budgetPoints, seconds, isShared, whenAway }
    return [{ budget, subject, points: Math.min(Math.max(1, points), budgetPoints) }]
  })
}

/** Cost of a balance: eight chains read at once, and a token that must not come from a cache, cost as much as a chain alone. */
export const balanceCost = (chainIds: number, freshTokens: number): number =>
  Math.max(1, Math.ceil(chainIds / 8)) + freshTokens

/** Cost of a JSON-RPC body: each call of a batch, and those that nodes charge more for. */
export const rpcCost = (methods: readonly string[]): number =>
  methods.reduce((sum, method) => sum + (expensiveMethods.has(method) ? 5 : 1), 0)

const expensiveMethods: ReadonlySet<string> = new Set([
  'eth_getLogs',
  'eth_simulateV1',
  'getProgramAccounts',
  'getTokenAccountsByOwner',
  'simulateTransaction',
])
