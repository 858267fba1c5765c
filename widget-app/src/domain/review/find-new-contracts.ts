import type { ChainId } from '#shared/caip/chain-id.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { flatFacts } from './request-risk.ts'
import { type SimulatePorts, simulationTimedOut } from './simulate-for-review.ts'

/** Limit for finding contracts among the recipients, and for the silent simulation, in milliseconds. */
export const quickLookupMs = 1_000

/** What finding the contracts among recipients gets from outside. */
export type RecipientPorts = Pick<SimulatePorts, 'clock' | 'network'> & {
  isKnownRecipient(chain: ChainId, address: string): boolean
  /** Whether only the host reports a chain's state. */
  isHostReported(chain: ChainId): boolean
}

/** Recipients of native amounts, which may be contracts that the user takes for user accounts. */
export const recipientsOf = (description: Description): readonly string[] =>
  flatFacts(description.facts).flatMap((fact) => {
    if (fact.is === 'withdrawal') return fact.to ?? []
    return fact.is === 'transfer' && fact.from === undefined && fact.figure.contract === undefined
      ? fact.to
      : []
  })

/** The recipients of a request; `areKnown` is false if only the host could report them, or the network was too slow. */
export type Recipients = { readonly newContracts: readonly string[]; readonly areKnown: boolean }

/** Finds contracts among the recipients to which this user has never sent. */
export async function findNewContracts(
  ports: RecipientPorts,
  { filterContracts }: ChainAdapter,
  description: Description,
  signal: AbortSignal,
): Promise<Recipients> {
  const { chain } = description
  const unknown = recipientsOf(description).filter((address) => !ports.isKnownRecipient(chain, address))
  if (filterContracts === undefined || unknown.length === 0) return { newContracts: [], areKnown: true }
  const lookUp = async (inner: AbortSignal) => {
    const network = await ports.network(chain)
    return network && !ports.isHostReported(chain) ? filterContracts(unknown, network, inner) : undefined
  }
  const found = await withTimeout(ports.clock, quickLookupMs, simulationTimedOut, lookUp, signal).catch(
    () => undefined,
  )
  signal.throwIfAborted()
  return {
    newContracts: (found ?? []).map((address) => address.toLowerCase()),
    areKnown: found !== undefined,
  }
}
