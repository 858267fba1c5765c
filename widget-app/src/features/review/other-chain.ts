import type { ChainId } from '#shared/caip/chain-id.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'

/** The other chain that typed data of this request is for. */
export function otherChain({ decoding }: Pick<Review, 'decoding'>): ChainId | undefined {
  if (decoding.is !== 'read') return undefined
  const { facts, chain } = decoding.description
  const chains = flatFacts(facts).map((fact) => (fact.is === 'typed-data' ? fact.chain : undefined))
  return chains.find((one) => one !== undefined && one !== chain)
}
