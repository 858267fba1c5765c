import type { Fact } from '#widget/chains/request-facts.ts'
import type { OriginStatus } from '#widget/kernel/origin.ts'
import { flatFacts, type Risk } from '#widget/kernel/request-risk.ts'
import type { Reading } from '#widget/kernel/reviews.ts'

/** A reviewed request as the rule needs it. */
export type WindowFacts = {
  /** Whether the wallet is behind a session, which the page cannot ask by itself. */
  readonly isBehindSession: boolean
  readonly status: OriginStatus
  readonly reading: Reading
  readonly risks: readonly Risk[]
}

/** What swaps of the request pay out of one approval, in base units: same router, same token. */
const spent = ({ spender, figure }: Extract<Fact, { is: 'approval' }>, facts: readonly Fact[]): bigint =>
  facts.reduce(
    (sum, fact) =>
      fact.is === 'swap' &&
      fact.router.toLowerCase() === spender.toLowerCase() &&
      fact.pays?.contract?.toLowerCase() === figure.contract?.toLowerCase()
        ? sum + (fact.pays?.value ?? 0n)
        : sum,
    0n,
  )

/** Whether a fact leaves a right behind, or may: what it says is not over when the request is. */
function outlasts(fact: Fact, facts: readonly Fact[]): boolean {
  switch (fact.is) {
    case 'transfer':
    case 'collectible':
    case 'swap':
    case 'message':
    case 'sign-in':
    case 'known-call':
    case 'term':
    case 'transfer-all':
    case 'durable':
    case 'unknown-contract':
      return false
    case 'batch':
      // Its facts are judged one by one; an account that acts for another one does so by a right.
      return fact.by !== undefined
    case 'approval':
      return fact.figure.value > spent(fact, facts)
    case 'approval-for-all':
      return fact.isGranted
    case 'typed-data':
      return fact.purpose !== undefined || fact.isImpostor
    case 'unknown-call':
      return fact.mayTake
    default:
      // Permits, sessions, authorities, authorisations, blind signatures, and every kind of fact to come.
      return true
  }
}

/**
 * Whether a request hands out a right that outlasts it, or cannot be read: an operator, an authority, a delegation, a
 * session, an order, a permit, an approval larger than what the same request spends of it, a blind signature.
 */
export function isOfGravestClass({ reading, risks }: Pick<WindowFacts, 'reading' | 'risks'>): boolean {
  if (reading.is !== 'read') return true
  if (risks.includes('hidden-grant')) return true
  const facts = flatFacts(reading.description.facts)
  const batches = reading.description.facts.filter((fact) => fact.is === 'batch')
  return [...facts, ...batches].some((fact) => outlasts(fact, facts))
}

/**
 * Whether a reviewed request is decided in the confirm window instead of the frame (SPEC §9): the page cannot ask that
 * wallet by itself, and the request is of the gravest class or the site's origin is not listed for the project. A page can
 * ask an extension itself, so that a window would protect nothing there.
 */
export const needsWindow = (facts: WindowFacts): boolean =>
  facts.isBehindSession && (facts.status !== 'allowed' || isOfGravestClass(facts))
