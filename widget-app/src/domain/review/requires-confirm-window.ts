import type { Fact, TermName } from '#widget/chains/request-facts.ts'
import type { OriginStatus } from '#widget/core/verify-origin.ts'
import type { DecodingState } from '#widget/domain/review-queue/reviews.ts'
import { isSevere, type Risk } from '#widget/domain/review-queue/risk.ts'
import { flatFacts } from './request-risk.ts'

/** What the rule needs of a reviewed request. */
export type ConfirmWindowFacts = {
  /** Whether the wallet is connected by WalletConnect, so that the page cannot request it directly. */
  readonly isSessionWallet: boolean
  readonly status: OriginStatus
  readonly decoding: DecodingState
  readonly risks: readonly Risk[]
}

type Approval = Extract<Fact, { is: 'approval' }>

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** What later swaps of the request pay from an approval, in base units: same router, same token. */
const spentOf = ({ spender, figure }: Approval, later: readonly Fact[]): bigint =>
  later.reduce(
    (sum, fact) =>
      fact.is === 'swap' &&
      fact.payer === undefined &&
      isSame(fact.router, spender) &&
      isSame(fact.pays?.contract, figure.contract)
        ? sum + (fact.pays?.value ?? 0n)
        : sum,
    0n,
  )

/**
 * Total that an approval and the earlier ones allow the same spender of a token, in base units: some contracts add them up.
 */
const approvedOf = ({ spender, figure }: Approval, upTo: readonly Fact[]): bigint =>
  upTo.reduce(
    (sum, fact) =>
      fact.is === 'approval' && isSame(fact.spender, spender) && isSame(fact.figure.contract, figure.contract)
        ? sum + fact.figure.value
        : sum,
    0n,
  )

/**
 * Terms with no effect beyond the request. Not on the list: terms that extend the validity of a signature, give the signed
 * transaction to the host for longer than a minute, or contain bytes that are not decoded.
 */
const harmlessTerms: ReadonlySet<TermName> = new Set([
  'fee',
  'fee-high',
  'nonce',
  'gas-limit',
  'gas-high',
  'transaction-type',
  'access-list',
  'lookup-table',
  'unsent-soon',
  'other-signer',
  'tip',
  'fee-asset',
  'metadata-hash',
  'unconfirmed-runtime',
  'sponsored',
])

/**
 * Whether a fact has no effect beyond the request and is completely described. False unless it is listed here: an authority,
 * a signature that takes effect later, and whatever the decoders cannot name.
 */
function endsWithRequest(fact: Fact, at: number, facts: readonly Fact[]): boolean {
  switch (fact.is) {
    case 'transfer':
    case 'burn':
    case 'collectible':
    case 'known-call':
    case 'transfer-all':
      return true
    case 'withdrawal':
      return fact.to === undefined
    case 'message':
    case 'sign-in':
      return !fact.isDisguised && fact.doubt === undefined
    case 'swap':
      return fact.pays !== undefined && fact.gets !== undefined
    case 'term':
      return harmlessTerms.has(fact.name)
    case 'approval': {
      if (fact.mayBeCollectible) return false
      if (fact.figure.value === 0n) return true
      if (fact.collectible !== undefined) return false
      return approvedOf(fact, facts.slice(0, at + 1)) <= spentOf(fact, facts.slice(at + 1))
    }
    case 'approval-for-all':
      return !fact.isGranted
    case 'network':
      return fact.isOwn
    case 'listing':
      return fact.isListed
    default:
      return false
  }
}

/** Whether another account than the signer's acts in a batch, at any depth: it uses an authority. */
const hasOtherActor = (facts: readonly Fact[]): boolean =>
  facts.some((fact) => fact.is === 'batch' && (fact.by !== undefined || hasOtherActor(fact.facts)))

/**
 * Whether a request grants an authority that outlasts it, has a part that the decoders cannot name, which counts as a blind
 * signature, or has a severe risk (`docs/security.md` has the list).
 */
export function isSevereRequest({
  decoding,
  risks,
}: Pick<ConfirmWindowFacts, 'decoding' | 'risks'>): boolean {
  if (decoding.is !== 'read') return true
  // A page must not cover a severe warning, also one that the simulation or the address book causes.
  if (risks.some(isSevere)) return true
  const { facts: nested } = decoding.description
  const facts = flatFacts(nested)
  if (hasOtherActor(nested)) return true
  return facts.length === 0 || !facts.every(endsWithRequest)
}

/**
 * Whether a reviewed request is decided in the confirm window instead of the frame (SPEC §9): the page cannot request that
 * wallet directly, and the request is severe or the host's origin is not listed for the project. A page can request an
 * extension directly, so a window would protect nothing there.
 */
export const requiresConfirmWindow = (facts: ConfirmWindowFacts): boolean =>
  facts.isSessionWallet && (facts.status !== 'allowed' || isSevereRequest(facts))
