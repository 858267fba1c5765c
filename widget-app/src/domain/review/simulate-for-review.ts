import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { isSameSimulation } from './compare-simulations.ts'
import { sanitizeFacts } from './sanitize-facts.ts'

/** What simulations get from outside. */
export type SimulatePorts = {
  readonly clock: Clock
  network(chain: ChainId): Promise<Network | undefined>
}

/** The result of a simulation. */
export type SimulateResult = Simulation | { readonly is: 'unavailable' }

/** Timeout of the final simulation, right before the wallet is requested; after it, the result is `unavailable`. */
export const finalSimulationTimeoutMs = 5_000

export const simulationTimedOut = () => new WidgetError('http/timeout', 'It took too long')

/** Simulates a request for at most `limitMs`; rejects only with the signal's reason. */
export async function simulateForReview(
  { clock, network }: SimulatePorts,
  { simulate }: PreparedRequest,
  chain: ChainId,
  limitMs: number,
  signal: AbortSignal,
): Promise<SimulateResult> {
  const unavailable = { is: 'unavailable' as const }
  if (simulate === undefined) return unavailable
  const run = async (timeoutSignal: AbortSignal) => {
    const record = await network(chain)
    return record && simulate(record, timeoutSignal)
  }
  const outcome = await withTimeout(clock, limitMs, simulationTimedOut, run, signal).catch(() => undefined)
  signal.throwIfAborted()
  return outcome ? sanitizeFacts(outcome) : unavailable
}

/** Whether a second simulation matches what the user saw of the first; two unavailable ones match. */
export const matchesShown = (shown: SimulationState, now: SimulateResult): boolean => {
  if (shown.is === 'running') return false
  if (shown.is === 'unavailable' || now.is === 'unavailable') return shown.is === now.is
  return isSameSimulation(shown, now)
}

/** The initial simulation of a request, which runs while the user reads. */
export type InitialSimulation = {
  /** The state that is displayed now. */
  shown(): SimulationState
  /** Its result. */
  readonly done: Promise<SimulateResult>
}

/** Starts the initial simulation; `onEnd` shows its result. */
export function startInitialSimulation(
  ports: SimulatePorts,
  prepared: PreparedRequest,
  chain: ChainId,
  onEnd: (outcome: SimulateResult) => void,
  signal: AbortSignal,
): InitialSimulation {
  let shown: SimulationState = { is: 'running' }
  const done = simulateForReview(ports, prepared, chain, rpcTimeoutMs, signal).then((outcome) => {
    shown = outcome
    onEnd(outcome)
    return outcome
  })
  done.catch(() => undefined)
  return { shown: () => shown, done }
}
