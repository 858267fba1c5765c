import type {
  DecodedAmount,
  Description,
  Fact,
  SessionPermission,
  TermName,
} from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import type { AddressEncodings } from '#widget/domain/accounts/address-encodings.ts'
import { findImpersonatedAddress } from '#widget/domain/accounts/address-poisoning.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import {
  hasMissingGain,
  hasUndeclaredAuthority,
  hasUndeclaredLoss,
  isDeclared,
  isSameAsset,
} from './compare-simulation-to-facts.ts'

/** What the rules depend on besides the request. */
export type RiskFacts = {
  /** Hostname (with port) of the host as the browser reports it. */
  readonly host: string | undefined
  /** Contracts among the recipients that the user has never sent to on this host, in lower case. */
  readonly newContracts: readonly string[]
  /** Addresses known to the user, such as those they have sent to on this host. */
  readonly knownAddresses?: readonly string[]
  /** The encodings in which addresses are compared; undefined: as they are. */
  readonly addressForms?: AddressEncodings | undefined
  /** Epoch milliseconds. */
  readonly now: number
  /** The simulation of the request, once there is one. */
  readonly simulation?: Simulation | undefined
  /** The network did not report the recipients or the tokens in time. */
  readonly isUnchecked?: boolean | undefined
}

/** Users forget a session that lasts longer. */
const longSessionMs = 365 * 24 * 60 * 60 * 1_000

/**
 * Whether a permission has no limit: any function of a contract, an unnamed one, one without conditions on its arguments,
 * one that sends a native amount or moves an amount (calls are not counted), or one whose code runs as the account.
 */
const hasNoLimit = (permission: SessionPermission): boolean => {
  if (permission.is === 'allowance') return permission.isUnlimited
  const { functions } = permission
  return (
    functions.length === 0 ||
    functions.some(
      (one) => !one.called || !one.isBound || one.mostSent?.value !== 0n || one.isRepeated || one.isDelegated,
    )
  )
}

const textRisk = ({ isDisguised, doubt }: Extract<Fact, { is: 'message' | 'sign-in' }>): Risk | undefined =>
  isDisguised ? 'disguised-text' : doubt

type Approval = Extract<Fact, { is: 'approval' | 'permit' }>
type Rule = (fact: Fact, description: Description, facts: RiskFacts) => Risk | readonly Risk[] | undefined

/** Whether the amount is at least the balance: the approval covers all of it. One NFT is not an amount of its collection. */
export const coversAll = ({ figure, holding, collectible }: Approval): boolean =>
  collectible === undefined && figure.value > 0n && holding !== undefined && figure.value >= holding

/** A minimum below this share of the simulated gain does not protect, in percent. */
const minimumSharePercent = 90n

/** The simulated gain of an asset; undefined without a simulation, or if there is none. */
const simulatedGain = (simulation: Simulation, asset: DecodedAmount): bigint | undefined =>
  simulation.is === 'runs'
    ? simulation.changes.find(({ figure }) => figure.value > 0n && isSameAsset(figure, asset))?.figure.value
    : undefined

/** Whether a swap's minimum is missing, zero or far below the simulated gain. */
function hasLowMinimum(gets: DecodedAmount | undefined, simulation: Simulation | undefined): boolean {
  if (gets === undefined) return false
  if (gets.value === 0n) return true
  const gain = simulation && simulatedGain(simulation, gets)
  return gain !== undefined && gets.value * 100n < gain * minimumSharePercent
}

/** A token account may belong to another account once the request is executed. */
const tokenAccountRisk = (fact: Fact): readonly Risk[] =>
  'tokenAccount' in fact && fact.tokenAccount?.isAssociated === false ? ['token-account'] : []

/**
 * Whether a swap has a minimum that could not be compared with the simulation: there was none, or it shows no such asset,
 * for example because it goes to another account.
 */
export const hasOpenMinimum = (facts: readonly Fact[], simulation: Simulation | undefined): boolean =>
  flatFacts(facts).some(
    (fact) =>
      fact.is === 'swap' &&
      fact.gets !== undefined &&
      fact.gets.value > 0n &&
      (simulation === undefined || simulatedGain(simulation, fact.gets) === undefined),
  )

/**
 * The table: which facts are risky, and why.
 * - Another account may take assets later, unnoticed: an approval without a limit or of the whole balance, an operator, any
 * permit (a signature leaves no trace that could be revoked), orders, a delegation of the account (EIP-7702, ERC-7710), a
 * new authority or proxy, a transaction that never expires, and any session (ERC-7715).
 * - The widget cannot describe what is signed: undecodable bytes, a hash, a transaction in place of a message, an unknown
 * call, policies of a session, text with characters that reorder it, an undecodable request.
 * - It is not what it looks like: typed data for another chain or at another contract, an unknown blockhash, a sign-in for
 * another host, tokens of another account, a swap that pays another account or has no minimum, a native amount to a contract
 * this user never sent to, a token account that may be another's by then, a known function on an unknown contract, an
 * address similar to a known one, an unlisted token that a swap receives or that has a well-known symbol.
 * - The wallet shows what the host reports: a network by the host's nodes, a token by the host's data.
 * - It only takes: burned tokens, a native amount of the user's that goes to another account.
 * - The simulation differs from the request: an authority granted inside, another asset lost, a smaller gain.
 * A fact without a risk is still reviewed, unless it is on the allow list (`domain/review/allow-list.ts`).
 */
const rules: { readonly [Kind in Fact['is']]: Rule } = {
  transfer: (fact, { account }, { newContracts }) => {
    if (fact.is !== 'transfer') return undefined
    if (fact.from !== undefined) return 'takes-from-other'
    // A native amount that the account wraps goes to its own token account (Solana).
    const isToSelf = fact.tokenAccount?.isAssociated && fact.tokenAccount.owner === account
    const isNew = fact.isToProgram || (!isToSelf && newContracts.includes(fact.to.toLowerCase()))
    return [...(isNew ? ['new-contract' as const] : []), ...tokenAccountRisk(fact)]
  },
  withdrawal: (fact, _description, { newContracts }) => {
    if (fact.is !== 'withdrawal' || fact.to === undefined) return undefined
    const isNew = newContracts.includes(fact.to.toLowerCase())
    return ['withdrawal', ...(isNew ? ['new-contract' as const] : []), ...tokenAccountRisk(fact)]
  },
  collectible: (fact) =>
    fact.is === 'collectible' && fact.from !== undefined ? 'takes-from-other' : undefined,
  burn: (fact) => (fact.is === 'burn' && fact.from !== undefined ? ['burn', 'takes-from-other'] : 'burn'),
  approval: (fact) => {
    if (fact.is !== 'approval') return undefined
    if (fact.isUnlimited) return 'unlimited-approval'
    return coversAll(fact) ? 'approval-all' : undefined
  },
  'approval-for-all': (fact) =>
    fact.is === 'approval-for-all' && fact.isGranted ? 'approval-for-all' : undefined,
  permit: (fact) => (fact.is === 'permit' && coversAll(fact) ? ['permit', 'approval-all'] : 'permit'),
  swap: (fact, { account }, { simulation }) => {
    if (fact.is !== 'swap') return undefined
    const isToOther = fact.to !== undefined && fact.to.toLowerCase() !== account.toLowerCase()
    return [
      ...(isToOther ? ['swap-to-other' as const] : []),
      ...(hasLowMinimum(fact.gets, simulation) ? ['swap-low-minimum' as const] : []),
      ...(fact.isUnlisted ? ['unlisted-token' as const] : []),
      ...(fact.gets?.asset?.isImitation ? ['imitated-token' as const] : []),
    ]
  },
  batch: () => undefined,
  'typed-data': (fact, { chain }) => {
    if (fact.is !== 'typed-data') return undefined
    return [
      ...(fact.isImpostor ? ['impostor-contract' as const] : []),
      ...(fact.chain !== undefined && fact.chain !== chain ? ['foreign-chain' as const] : []),
      ...(fact.purpose === undefined ? [] : [fact.purpose]),
      ...(fact.isToOther ? ['swap-to-other' as const] : []),
    ]
  },
  authorisation: (fact) => (fact.is === 'authorisation' && fact.isOwn ? undefined : 'authorisation'),
  message: (fact) => (fact.is === 'message' ? textRisk(fact) : undefined),
  'sign-in': (fact, _description, { host }) => {
    if (fact.is !== 'sign-in') return undefined
    if (fact.domain !== host) return 'foreign-sign-in'
    return textRisk(fact)
  },
  blind: () => 'blind',
  'known-call': () => undefined,
  authority: (fact) => (fact.is === 'authority' ? (authorityRisks[fact.right] ?? 'authority') : undefined),
  term: (fact) => (fact.is === 'term' ? termRisks[fact.name] : undefined),
  'unknown-contract': (fact, description, { simulation }) =>
    isFullyDeclared(description, simulation) && !('getsCoins' in fact && fact.getsCoins)
      ? 'unknown-contract'
      : ['unknown-contract', 'unknown-with-value'],
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
  network: (fact) => (fact.is === 'network' && !fact.isOwn ? 'site-network' : undefined),
  listing: (fact) => {
    if (fact.is !== 'listing' || fact.isListed) return undefined
    const { reported, symbol = reported?.symbol, decimals = reported?.decimals } = fact
    const isOther = reported && (reported.symbol !== symbol || reported.decimals !== decimals)
    return [
      'site-token',
      ...(isOther ? ['token-differs' as const] : []),
      ...(fact.isImitation ? ['imitated-token' as const] : []),
    ]
  },
  'transfer-all': (fact) => [
    'transfer-all',
    ...('isHeld' in fact && fact.isHeld ? ['swap-to-other' as const] : []),
    ...tokenAccountRisk(fact),
  ],
  durable: () => 'durable',
  'unknown-call': (fact, description, { simulation }) => {
    if (fact.is !== 'unknown-call') return undefined
    const mayTake = fact.mayTake === 'unproven' ? !isFullyDeclared(description, simulation) : fact.mayTake
    return mayTake || (fact.figure?.value ?? 0n) > 0n ? 'unknown-with-value' : 'unknown-call'
  },
}

/** Authorities with which no other account can act as the user's; the facts of a multisig's call describe its effect. */
const authorityRisks: Partial<Record<Extract<Fact, { is: 'authority' }>['right'], Risk>> = {
  control: 'control',
  multisig: 'takes-from-other',
  votes: 'votes',
}

const termRisks: Partial<Record<TermName, Risk>> = {
  'fee-high': 'high-fee',
  'gas-high': 'high-fee',
  tip: 'high-fee',
  immortal: 'immortal',
  unsent: 'unsent',
  'unknown-blockhash': 'unknown-blockhash',
  extension: 'unread-extension',
}

/**
 * Whether a complete simulation shows no losses and grants except those that the facts declare, to the declared recipients.
 */
const isFullyDeclared = (description: Description, simulation: Simulation | undefined): boolean =>
  simulation?.is === 'runs' &&
  !simulation.isPartial &&
  isDeclared(description, simulation) &&
  !hasUndeclaredLoss(description, simulation) &&
  !hasMissingGain(description, simulation) &&
  !hasUndeclaredAuthority(description.facts, simulation)

/** All facts, also inside batches: a batch hides nothing. */
export const flatFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => (fact.is === 'batch' ? flatFacts(fact.facts) : [fact]))

/** The recipient of an asset or authority: an address that the request chose. */
export function recipientOf(fact: Fact): string | undefined {
  switch (fact.is) {
    case 'transfer':
    case 'collectible':
    case 'transfer-all':
    case 'withdrawal':
    case 'swap':
    case 'authority':
      return fact.to
    case 'approval':
    case 'permit':
      return fact.spender
    case 'approval-for-all':
      return fact.operator
    case 'authorisation':
      return fact.delegate
    default:
      return undefined
  }
}

const isImitation = (fact: Fact, { knownAddresses = [], addressForms }: RiskFacts): boolean => {
  const recipient = recipientOf(fact)
  return (
    recipient !== undefined && findImpersonatedAddress(recipient, knownAddresses, addressForms) !== undefined
  )
}

/** Whether an unlisted token with a well-known symbol is received. */
const receivesImitation = (simulation: Simulation | undefined): boolean =>
  simulation?.is === 'runs' &&
  simulation.changes.some(({ figure }) => figure.value > 0n && figure.asset?.isImitation)

/** The risks of a request, each once and in the order of its facts; `not-read` for one that could not be decoded. */
export function risksOf(description: Description | undefined, facts: RiskFacts): readonly Risk[] {
  if (description === undefined) return ['not-read']
  const flat = flatFacts(description.facts)
  const risks: readonly (Risk | undefined)[] = [
    ...flat.flatMap((fact) => rules[fact.is](fact, description, facts)),
    flat.some((fact) => isImitation(fact, facts)) ? 'look-alike' : undefined,
    receivesImitation(facts.simulation) ? 'imitated-token' : undefined,
    hasUndeclaredAuthority(description.facts, facts.simulation) ? 'hidden-grant' : undefined,
    hasUndeclaredLoss(description, facts.simulation) ? 'hidden-loss' : undefined,
    hasMissingGain(description, facts.simulation) ? 'missing-gain' : undefined,
    facts.isUnchecked ? 'unchecked' : undefined,
  ]
  return [...new Set(risks.filter((risk) => risk !== undefined))]
}
