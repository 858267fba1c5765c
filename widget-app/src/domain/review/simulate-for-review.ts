import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Simulation } from '#widget/chains/request-facts.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { isSameSimulation } from './compare-simulations.ts'
import { sanitizeFacts } from './sanitize-facts.ts'

/** What runs act on. */
export type SimulatePorts = {
  readonly clock: Clock
  network(chain: ChainId): Promise<Network | undefined>
}

/** How a run ended. */
export type SimulateResult = Simulation | { readonly is: 'unavailable' }

/** How long the second run, right before the wallet is asked, may take until it counts as unavailable. */
export const finalSimulationTimeoutMs = 5_000

export const simulationTimedOut = () => new WidgetError('http/timeout', 'It took too long')

/** Runs a request for at most `limitMs`; rejects only with the signal's reason. */
export async function simulateForReview(
  { clock, network }: SimulatePorts,
  { simulate }: PreparedRequest,
  chain: ChainId,
  limitMs: number,
  signal: AbortSignal,
): Promise<SimulateResult> {
  const unavailable = { is: 'unavailable' as const }
  if (simulate === undefined) return unavailable
  const look = async (inner: AbortSignal) => {
    const known = await network(chain)
    return known && simulate(known, inner)
  }
  const outcome = await withTimeout(clock, limitMs, simulationTimedOut, look, signal).catch(() => undefined)
  signal.throwIfAborted()
  return outcome ? sanitizeFacts(outcome) : unavailable
}

/** Whether a second run says what the user saw of the first; runs that both failed to happen are the same. */
export const matchesShown = (shown: SimulationState, now: SimulateResult): boolean => {
  if (shown.is === 'running') return false
  if (shown.is === 'unavailable' || now.is === 'unavailable') return shown.is === now.is
  return isSameSimulation(shown, now)
}

/** The first run of a request, which goes on while the user reads. */
export type InitialSimulation = {
  /** What the user can see of it now. */
  shown(): SimulationState
  /** Its end. */
  readonly done: Promise<SimulateResult>
}

/** Starts the first run; `onEnd` shows its outcome. */
export function startInitialSimulation(
  io: SimulatePorts,
  prepared: PreparedRequest,
  chain: ChainId,
  onEnd: (outcome: SimulateResult) => void,
  signal: AbortSignal,
): InitialSimulation {
  let shown: SimulationState = { is: 'running' }
  const done = simulateForReview(io, prepared, chain, rpcTimeoutMs, signal).then((outcome) => {
    shown = outcome
    onEnd(outcome)
    return outcome
  })
  done.catch(() => undefined)
  return { shown: () => shown, done }
}
