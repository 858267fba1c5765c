import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Description, Fact, TermName } from '#widget/chains/request-facts.ts'

/** What the allow-list needs to know beside the request. */
export type AllowFacts = {
  /** Host name (with port) of the site as the browser reports it. */
  readonly host: string | undefined
  /** Whether a contract is a token of the bundled list. */
  readonly isBundledToken: (chain: ChainId, contract: string) => boolean
}

/** Terms with which an allow-listed request stays one; `docs/security.md` has the reason for each. */
const allowedTerms: ReadonlySet<TermName> = new Set(['fee', 'gas-limit', 'transaction-type', 'unsent-soon'])

const isAllowedTerm = (fact: Fact): boolean => fact.is === 'term' && allowedTerms.has(fact.name)

function isAllowed(fact: Fact, chain: ChainId, { host, isBundledToken }: AllowFacts): boolean {
  switch (fact.is) {
    case 'message':
      return !fact.isDisguised && fact.doubt === undefined
    case 'sign-in':
      return fact.domain === host && !fact.isDisguised && fact.doubt === undefined
    case 'transfer': {
      const { contract } = fact.figure
      if (fact.from !== undefined || fact.beyond !== undefined) return false
      return contract === undefined || isBundledToken(chain, contract)
    }
    case 'network':
      return fact.isOwn
    case 'listing':
      return fact.isListed
    default:
      return false
  }
}

/**
 * Whether a request may go to a wallet without a review under `review: 'risky'`. The list, complete: a readable message, a
 * sign-in to this very site, a transfer of the native currency, a canonical transfer of a bundled token, a network or a token
 * for the wallet to show as the widget itself knows it; each alone, with no term but a fee within its bound. `docs/security.md` says of each why an attacker gains nothing. Everything else is
 * reviewed.
 */
export function isAllowListed({ chain, facts }: Description, known: AllowFacts): boolean {
  const [fact, ...more] = facts.filter((one) => !isAllowedTerm(one))
  return fact !== undefined && more.length === 0 && isAllowed(fact, chain, known)
}
