import type { Connection, PreparedRequest } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { atom } from '#widget/lib/state.ts'
import { reviewSnapshot } from './review-snapshot.ts'
import { finalSimulationTimeoutMs, matchesShown, simulateForReview } from './simulate-for-review.ts'

/** A part of a request that the user saw, with the displayed simulation of the whole. */
export type DisplayedPart = {
  readonly connection: Connection
  readonly prepared: PreparedRequest
  readonly simulation: SimulationState | undefined
  /** The snapshot at the time of approval. */
  readonly snapshot: string
  readonly signal: AbortSignal
}

/**
 * Simulates the rest of a request once more. Returns whether wallet, project and configuration are unchanged and the
 * simulation shows no more than the user saw. False if the display had no simulation.
 */
export const matchesShownSimulationAtom = atom(
  null,
  async (
    get,
    set,
    { connection, prepared, simulation, snapshot, signal }: DisplayedPart,
  ): Promise<boolean> => {
    const { clock } = get(portsAtom)
    const network = async () => {
      await set(loadNetworksAtom)
      return get(networkTableAtom).get(connection.chain)
    }
    const latest = await simulateForReview(
      { clock, network },
      prepared,
      connection.chain,
      finalSimulationTimeoutMs,
      signal,
    )
    return (
      simulation !== undefined &&
      reviewSnapshot(get, connection) === snapshot &&
      matchesShown(simulation, latest)
    )
  },
)
