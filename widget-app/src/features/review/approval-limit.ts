import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Review, SimulationState } from '#widget/domain/review-queue/reviews.ts'

export type Approval = Extract<Fact, { is: 'approval' }>

/** The approval of a review that the user may lower, with known decimals; undefined if there is none. */
export function limitedApproval({ limit, decoding }: Review): Approval | undefined {
  if (limit === undefined || decoding.is !== 'read') return undefined
  const approvals = flatFacts(decoding.description.facts).filter((fact) => fact.is === 'approval')
  const [only] = approvals
  return approvals.length === 1 && only?.figure.asset ? only : undefined
}

const isAmountOf = (
  decoded: DecodedAmount | undefined,
  contract: string | undefined,
): decoded is DecodedAmount =>
  decoded !== undefined && decoded.contract?.toLowerCase() === contract?.toLowerCase()

const spentInSimulation = (
  changes: Extract<Simulation, { is: 'runs' }>['changes'],
  contract: string | undefined,
) =>
  changes.reduce(
    (sum, { figure: decoded }) =>
      isAmountOf(decoded, contract) && decoded.value < 0n ? sum - decoded.value : sum,
    0n,
  )

/**
 * The amount of the approved token that the request itself spends, in base units: the loss in the simulation of its bundle,
 * else what its swaps pay. Undefined if it spends nothing of it, as an approval without other calls does.
 */
export function neededAmount(
  { figure: { contract } }: Approval,
  facts: readonly Fact[],
  simulation: SimulationState,
): bigint | undefined {
  const simulated = simulation.is === 'runs' ? spentInSimulation(simulation.changes, contract) : 0n
  const stated = flatFacts(facts).reduce(
    (sum, fact) => (fact.is === 'swap' && isAmountOf(fact.pays, contract) ? sum + fact.pays.value : sum),
    0n,
  )
  const needed = simulated > 0n ? simulated : stated
  return needed > 0n ? needed : undefined
}
