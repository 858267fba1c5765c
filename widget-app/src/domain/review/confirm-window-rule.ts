import type { Fact, TermName } from '#widget/chains/request-facts.ts'
import type { OriginStatus } from '#widget/core/origin.ts'
import type { DecodingState } from '#widget/domain/review-queue/reviews.ts'
import { isSevere, type Risk } from '#widget/domain/review-queue/risk.ts'
import { flatFacts } from './request-risk.ts'

/** A reviewed request as the rule needs it. */
export type ConfirmWindowFacts = {
  /** Whether the wallet is behind a session, which the page cannot ask by itself. */
  readonly isBehindSession: boolean
  readonly status: OriginStatus
  readonly reading: DecodingState
  readonly risks: readonly Risk[]
}

type Approval = Extract<Fact, { is: 'approval' }>

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** What later swaps of the request pay out of an approval, in base units: same router, same token. */
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

/** What an approval and those before it give the same spender of a token, in base units: some contracts add them up. */
const approvedOf = ({ spender, figure }: Approval, upTo: readonly Fact[]): bigint =>
  upTo.reduce(
    (sum, fact) =>
      fact.is === 'approval' && isSame(fact.spender, spender) && isSame(fact.figure.contract, figure.contract)
        ? sum + fact.figure.value
        : sum,
    0n,
  )

/**
 * Terms that say all they do and end with the request. Not on the list: what keeps a signature good for longer, hands the
 * signed transaction to the site for longer than a minute, or has bytes that are not read.
 */
const passingTerms: ReadonlySet<TermName> = new Set([
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
])

/**
 * Whether one of a request's facts is over when the request is, and says all that it does. A fact is not unless it is listed
 * here: a right, a signature that acts later, and whatever the readers cannot name.
 */
function isPassing(fact: Fact, at: number, facts: readonly Fact[]): boolean {
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
      return passingTerms.has(fact.name)
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

/** Whether an account other than the signer's acts in a batch, however deep: it does so by a right. */
const hasOtherActor = (facts: readonly Fact[]): boolean =>
  facts.some((fact) => fact.is === 'batch' && (fact.by !== undefined || hasOtherActor(fact.facts)))

/**
 * Whether a request hands out a right that outlasts it, has anything that the readers cannot name, which counts as a blind
 * signature, or has a grave risk (`docs/security.md` has the list).
 */
export function isSevereRequest({ reading, risks }: Pick<ConfirmWindowFacts, 'reading' | 'risks'>): boolean {
  if (reading.is !== 'read') return true
  // What the user is warned of in red, a page must not cover: what the run or the address book shows, too.
  if (risks.some(isSevere)) return true
  const { facts: named } = reading.description
  const facts = flatFacts(named)
  if (hasOtherActor(named)) return true
  return facts.length === 0 || !facts.every(isPassing)
}

/**
 * Whether a reviewed request is decided in the confirm window instead of the frame (SPEC §9): the page cannot ask that
 * wallet by itself, and the request is of the gravest class or the site's origin is not listed for the project. A page can
 * ask an extension itself, so that a window would protect nothing there.
 */
export const requiresConfirmWindow = (facts: ConfirmWindowFacts): boolean =>
  facts.isBehindSession && (facts.status !== 'allowed' || isSevereRequest(facts))
