import type {
  DecodedAmount,
  Description,
  Fact,
  SessionPermission,
  Simulation,
  TermName,
} from '#widget/chains/request-facts.ts'
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

/** What the rules need to know beside the request itself. */
export type RiskFacts = {
  /** Host name (with port) of the site as the browser tells it. */
  readonly host: string | undefined
  /** Contracts among the receivers that this person has never sent to from here, in lower case. */
  readonly newContracts: readonly string[]
  /** Addresses this person knows, such as those they have sent to from here. */
  readonly knownAddresses?: readonly string[]
  /** In which forms they are compared; absent: as they are. */
  readonly addressForms?: AddressEncodings | undefined
  /** Epoch milliseconds. */
  readonly now: number
  /** What a run of the request says, once there is one. */
  readonly simulation?: Simulation | undefined
  /** The network did not say in time who the receivers are, or what the tokens are. */
  readonly isUnchecked?: boolean | undefined
}

/** A session that lasts longer is forgotten long before it ends. */
const longSessionMs = 365 * 24 * 60 * 60 * 1_000

/**
 * Whether a permission has no limit: any function of a contract, one that the widget cannot name, one whose arguments no
 * condition limits, one that sends coins or moves an amount, since nothing limits how often, or one whose code runs as the
 * account.
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
type Judge = (fact: Fact, description: Description, facts: RiskFacts) => Risk | readonly Risk[] | undefined

/** An amount that is at least what the account has: the approval is for all of it. One NFT is no amount of its collection. */
export const coversAll = ({ figure, holding, collectible }: Approval): boolean =>
  collectible === undefined && figure.value > 0n && holding !== undefined && figure.value >= holding

/** A minimum below this share of what a run brings is no protection, in percent. */
const leastMinimumPercent = 90n

/** What of an asset a run brings; undefined where there is no run, or it brings none. */
const broughtBy = (simulation: Simulation, asset: DecodedAmount): bigint | undefined =>
  simulation.is === 'runs'
    ? simulation.changes.find(({ figure }) => figure.value > 0n && isSameAsset(figure, asset))?.figure.value
    : undefined

/** Whether a swap's minimum is missing, zero or far below what the run brings. */
function hasLowMinimum(gets: DecodedAmount | undefined, simulation: Simulation | undefined): boolean {
  if (gets === undefined) return false
  if (gets.value === 0n) return true
  const brought = simulation && broughtBy(simulation, gets)
  return brought !== undefined && gets.value * 100n < brought * leastMinimumPercent
}

/** A token account may be another's once the request is executed. */
const tokenAccountRisk = (fact: Fact): readonly Risk[] =>
  'tokenAccount' in fact && fact.tokenAccount?.isAssociated === false ? ['token-account'] : []

/**
 * Whether a swap has a minimum that could not be compared with what the run brings: there was none, or it shows no such
 * asset, as one that goes to another account.
 */
export const hasOpenMinimum = (facts: readonly Fact[], simulation: Simulation | undefined): boolean =>
  flatFacts(facts).some(
    (fact) =>
      fact.is === 'swap' &&
      fact.gets !== undefined &&
      fact.gets.value > 0n &&
      (simulation === undefined || broughtBy(simulation, fact.gets) === undefined),
  )

/**
 * The table: which facts are risky, and why.
 * - Another account may take later, unseen: an approval without a limit or of all there is, an operator, any permit (a
 *   signature leaves no trace that could be revoked), orders, a delegation of the account (EIP-7702, ERC-7710), a new
 *   authority or proxy, a transaction that never expires, and any session (ERC-7715).
 * - The widget cannot say what is signed: unreadable bytes, a hash, a transaction in place of a message, an unknown call,
 *   policies of a session, text with characters that reorder it, a request that could not be read.
 * - It is not what it looks like: typed data for another chain or at another contract, a blockhash that the chain does not
 *   know, a sign-in for another site, tokens
 *   of another account, a swap that pays another account or has no minimum, coins to a contract this user never sent to,
 *   a token account that may be another's by then, a known function on an unknown contract, an address that resembles one the
 *   user knows, a token on no list that a swap gets or that has a famous symbol.
 * - The wallet will show what the site says: of a network by the site's nodes, of a token by the site's words.
 * - It takes and gives nothing back: tokens that are destroyed, coins of an account of the user's that go to another.
 * - The run shows something else than the request says: a right handed out inside, another asset that leaves, less that comes.
 * A fact without a risk is still reviewed, unless the allow-list (`domain/review/allow-list.ts`) has it.
 */
const rules: { readonly [Kind in Fact['is']]: Judge } = {
  transfer: (fact, { account }, { newContracts }) => {
    if (fact.is !== 'transfer') return undefined
    if (fact.from !== undefined) return 'takes-from-other'
    // Coins that the account wraps go to its own token account (Solana).
    const isOwn = fact.tokenAccount?.isAssociated && fact.tokenAccount.owner === account
    const isNew = fact.isToProgram || (!isOwn && newContracts.includes(fact.to.toLowerCase()))
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
  authorisation: () => 'authorisation',
  message: (fact) => (fact.is === 'message' ? textRisk(fact) : undefined),
  'sign-in': (fact, _description, { host }) => {
    if (fact.is !== 'sign-in') return undefined
    if (fact.domain !== host) return 'foreign-sign-in'
    return textRisk(fact)
  },
  blind: () => 'blind',
  'known-call': () => undefined,
  authority: (fact) => (fact.is === 'authority' ? (rightRisks[fact.right] ?? 'authority') : undefined),
  term: (fact) => (fact.is === 'term' ? termRisks[fact.name] : undefined),
  'unknown-contract': (fact, description, { simulation }) =>
    isTamed(description, simulation) && !('getsCoins' in fact && fact.getsCoins)
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
    const mayTake = fact.mayTake === 'unproven' ? !isTamed(description, simulation) : fact.mayTake
    return mayTake || (fact.figure?.value ?? 0n) > 0n ? 'unknown-with-value' : 'unknown-call'
  },
}

/** Rights with which no other account can act as the user's: what a multisig's call does, its own facts say. */
const rightRisks: Partial<Record<Extract<Fact, { is: 'authority' }>['right'], Risk>> = {
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

/** Whether a whole run shows that nothing leaves and no right is given but what the facts name, and to whom they name. */
const isTamed = (description: Description, simulation: Simulation | undefined): boolean =>
  simulation?.is === 'runs' &&
  !simulation.isPartial &&
  isDeclared(description, simulation) &&
  !hasUndeclaredLoss(description, simulation) &&
  !hasMissingGain(description, simulation) &&
  !hasUndeclaredAuthority(description.facts, simulation)

/** All facts, those inside batches too: a batch hides nothing. */
export const flatFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => (fact.is === 'batch' ? flatFacts(fact.facts) : [fact]))

/** Who gets something, or a right, by a fact: an address that is chosen for it. */
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
  const receiver = recipientOf(fact)
  return (
    receiver !== undefined && findImpersonatedAddress(receiver, knownAddresses, addressForms) !== undefined
  )
}

/** Whether a token arrives that has the symbol of a famous one and is on no list. */
const bringsImitation = (simulation: Simulation | undefined): boolean =>
  simulation?.is === 'runs' &&
  simulation.changes.some(({ figure }) => figure.value > 0n && figure.asset?.isImitation)

/** The risks of a request, each once and in the order of its facts; of one that could not be read `not-read`. */
export function risksOf(description: Description | undefined, facts: RiskFacts): readonly Risk[] {
  if (description === undefined) return ['not-read']
  const flat = flatFacts(description.facts)
  const risks: readonly (Risk | undefined)[] = [
    ...flat.flatMap((fact) => rules[fact.is](fact, description, facts)),
    flat.some((fact) => isImitation(fact, facts)) ? 'look-alike' : undefined,
    bringsImitation(facts.simulation) ? 'imitated-token' : undefined,
    hasUndeclaredAuthority(description.facts, facts.simulation) ? 'hidden-grant' : undefined,
    hasUndeclaredLoss(description, facts.simulation) ? 'hidden-loss' : undefined,
    hasMissingGain(description, facts.simulation) ? 'missing-gain' : undefined,
    facts.isUnchecked ? 'unchecked' : undefined,
  ]
  return [...new Set(risks.filter((risk) => risk !== undefined))]
}

/** Who holds the keys: a wallet with a prompt of its own, or the widget, after whose review nothing more is asked. */
export type KeyHolder = 'wallet' | 'widget'

/**
 * Whether the user reviews a request. A host may ask for more reviews, never for fewer: only what the allow-list has, and
 * carries no risk, goes to a wallet without one.
 */
export const needsReview = (asked: {
  readonly wish: 'always' | 'risky'
  readonly keys: KeyHolder
  readonly risks: readonly Risk[]
  readonly isAllowListed: boolean
}): boolean =>
  !asked.isAllowListed || asked.keys === 'widget' || asked.risks.length > 0 || asked.wish === 'always'

/** Whether a request is refused without asking the user: a sign-in for another site has no honest use (channel T22). */
export const isBlockedRequest = (risks: readonly Risk[]): boolean => risks.includes('foreign-sign-in')
