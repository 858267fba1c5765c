import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Description, Fact, SessionPermission } from '#widget/chains/request-facts.ts'
import { imitated } from './look-alike.ts'

/** What a person is warned of. Every one of them brings the review, whatever the host wishes. */
export type Risk =
  | 'unlimited-approval'
  | 'approval-for-all'
  | 'permit'
  | 'order'
  | 'authorisation'
  | 'authority'
  | 'session'
  | 'session-unlimited'
  | 'session-long'
  | 'session-policy'
  | 'transfer-all'
  | 'takes-from-other'
  | 'durable'
  | 'blind'
  | 'unknown-with-value'
  | 'foreign-chain'
  | 'impostor-contract'
  | 'foreign-sign-in'
  | 'new-contract'
  | 'look-alike'
  | 'not-read'

/** What the rules need to know beside the request itself. */
export type RiskFacts = {
  /** Host name (with port) of the site as the browser tells it. */
  readonly host: string | undefined
  /** Contracts among the receivers that this person has never sent to from here, in lower case. */
  readonly newContracts: readonly string[]
  /** Addresses this person knows, such as those they have sent to from here. */
  readonly knownAddresses?: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
}

/** A session that lasts longer is forgotten long before it ends. */
const longSessionMs = 365 * 24 * 60 * 60 * 1_000

const hasNoLimit = (permission: SessionPermission): boolean =>
  permission.is === 'allowance'
    ? permission.isUnlimited
    : permission.functions.length === 0 || permission.functions.some(({ isDelegated }) => isDelegated)

type Judge = (fact: Fact, description: Description, facts: RiskFacts) => Risk | readonly Risk[] | undefined

const isOtherChain = (chain: ChainId | undefined, own: ChainId) => chain !== undefined && chain !== own

/**
 * The table: which facts are risky, and why.
 * - Somebody may take later, unseen and without a limit: unlimited approval, approval for all, any permit (a signature
 *   leaves no trace that could be taken back), a sell order, a delegation of the account (EIP-7702), a new authority or
 *   proxy, a transaction with a durable nonce, and any session (ERC-7715), more so one without a limit or for longer than
 *   a year.
 * - Nobody can say what is signed: unreadable bytes, a hash, a transaction handed out as a message, an unknown call that
 *   carries value or the account itself, policies of a session, a request that could not be read.
 * - It is not what it looks like: typed data for another chain or at an address which is not that contract's, a sign-in
 *   for another site, tokens taken from somebody else's account, coins to a contract this person never sent to, anything
 *   to an address that only looks like one this person knows.
 * - All of a balance at once.
 * Not risky: transfers, swaps and approvals of a limited amount, which the wallet's own prompt shows; taking an approval
 * back; readable messages; a sign-in for this very site.
 */
const rules: { readonly [Kind in Fact['is']]: Judge } = {
  transfer: (fact, _description, { newContracts, knownAddresses }) => {
    if (fact.is !== 'transfer') return undefined
    if (fact.from !== undefined) return 'takes-from-other'
    if (imitated(fact.to, knownAddresses ?? []) !== undefined) return 'look-alike'
    return newContracts.includes(fact.to.toLowerCase()) ? 'new-contract' : undefined
  },
  collectible: (fact) =>
    fact.is === 'collectible' && fact.from !== undefined ? 'takes-from-other' : undefined,
  approval: (fact) => (fact.is === 'approval' && fact.isUnlimited ? 'unlimited-approval' : undefined),
  'approval-for-all': (fact) =>
    fact.is === 'approval-for-all' && fact.isGranted ? 'approval-for-all' : undefined,
  permit: () => 'permit',
  swap: () => undefined,
  batch: () => undefined,
  'typed-data': (fact, { chain }) => {
    if (fact.is !== 'typed-data') return undefined
    if (fact.isImpostor) return 'impostor-contract'
    if (isOtherChain(fact.chain, chain)) return 'foreign-chain'
    return fact.isOrder ? 'order' : undefined
  },
  authorisation: () => 'authorisation',
  message: () => undefined,
  'sign-in': (fact, _description, { host }) =>
    fact.is === 'sign-in' && fact.domain !== host ? 'foreign-sign-in' : undefined,
  blind: () => 'blind',
  'known-call': () => undefined,
  authority: () => 'authority',
  session: (fact, _description, { now }) => {
    if (fact.is !== 'session') return undefined
    const isLong = fact.expiry * 1_000n > BigInt(now + longSessionMs)
    return [
      'session',
      ...(fact.permissions.some(hasNoLimit) ? ['session-unlimited' as const] : []),
      ...(isLong ? ['session-long' as const] : []),
      ...(fact.policies.length > 0 ? ['session-policy' as const] : []),
    ]
  },
  'transfer-all': () => 'transfer-all',
  durable: () => 'durable',
  'unknown-call': (fact) =>
    fact.is === 'unknown-call' && (fact.mayTake || (fact.figure?.value ?? 0n) > 0n)
      ? 'unknown-with-value'
      : undefined,
}

/** All facts, those inside batches too: a batch hides nothing. */
export const flatFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => (fact.is === 'batch' ? flatFacts(fact.facts) : [fact]))

/** The risks of a request, each once and in the order of its facts; of one that could not be read `not-read`. */
export function risksOf(description: Description | undefined, facts: RiskFacts): readonly Risk[] {
  if (description === undefined) return ['not-read']
  const risks = flatFacts(description.facts).flatMap((fact) => rules[fact.is](fact, description, facts))
  return [...new Set(risks.filter((risk) => risk !== undefined))]
}

/** Whose prompt comes after the review: the wallet's own, or none, because the widget holds the keys. */
export type KeyHolder = 'wallet' | 'widget'

/**
 * Whether a person sees the review. A host may ask for more of them, never for fewer: risky requests and wallets whose
 * keys the widget holds are always reviewed.
 */
export const needsReview = (asked: {
  readonly wish: 'always' | 'risky'
  readonly keys: KeyHolder
  readonly risks: readonly Risk[]
}): boolean => asked.keys === 'widget' || asked.risks.length > 0 || asked.wish === 'always'

/** Whether a request is refused without asking anybody: a sign-in for another site has no honest reading (channel T22). */
export const isRefused = (risks: readonly Risk[]): boolean => risks.includes('foreign-sign-in')
