import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Description, Fact, TermName } from '#widget/chains/request-facts.ts'

/** What the allow list depends on besides the request. */
export type AllowFacts = {
  /** Hostname (with port) of the host as the browser reports it. */
  readonly host: string | undefined
  /** Whether a contract is a bundled token. */
  readonly isBundledToken: (chain: ChainId, contract: string) => boolean
}

/** Terms that an allow-listed request may have; `docs/security.md` has the reason for each. */
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
 * Whether a request may go to a wallet without a review under `review: 'risky'`. The complete list: a readable message, a
 * sign-in to this host, a transfer of the native currency, a canonical transfer of a bundled token, adding a bundled network
 * or a bundled token to the wallet; each alone, with no term except a bounded fee. `docs/security.md` states for each why an
 * attacker gains nothing. All other requests are reviewed.
 */
export function isAllowListed({ chain, facts }: Description, context: AllowFacts): boolean {
  const [fact, ...more] = facts.filter((one) => !isAllowedTerm(one))
  return fact !== undefined && more.length === 0 && isAllowed(fact, chain, context)
}
