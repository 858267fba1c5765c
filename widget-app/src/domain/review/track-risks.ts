import type { Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import type { Recipients } from './find-new-contracts.ts'
import { type RiskFacts, risksOf } from './request-risk.ts'

/** What the risks of a request depend on, apart from the request. */
export type RiskPorts = {
  readonly clock: Clock
  /** Hostname of the verified origin. */
  host(): string | undefined
  /** Addresses known to the user. */
  knownAddresses(namespace: Namespace): readonly string[]
}

/** The risks of a request, as far as its facts are known. */
export function trackRisks(
  ports: RiskPorts,
  { namespace, addressForms }: ChainAdapter,
  initial: Description | undefined,
  recipients: Recipients,
) {
  let description = initial
  let lacksMetadata = false
  const facts: RiskFacts = {
    host: ports.host(),
    newContracts: recipients.newContracts,
    knownAddresses: ports.knownAddresses(namespace),
    addressForms,
    now: ports.clock.now(),
  }
  return {
    name: (withMetadata: Description | undefined) => {
      lacksMetadata = withMetadata === undefined
      description = withMetadata ?? description
    },
    risks: (outcome?: SimulationState) =>
      risksOf(description, {
        ...facts,
        isUnchecked: lacksMetadata || (description !== undefined && !recipients.areKnown),
        simulation: outcome?.is === 'unavailable' || outcome?.is === 'running' ? undefined : outcome,
      }),
  }
}
