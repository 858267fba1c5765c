import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Simulation } from '#widget/chains/request-facts.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { isSameOutcome } from './compare-simulations.ts'
import { cleanFacts } from './sanitize-facts.ts'

/** What runs act on. */
export type RunIo = {
  readonly clock: Clock
  network(chain: ChainId): Promise<Network | undefined>
}

/** How a run ended. */
export type Outcome = Simulation | { readonly is: 'unavailable' }

/** How long the second run, right before the wallet is asked, may take until it counts as unavailable. */
export const secondRunLimitMs = 5_000

export const tooSlow = () => new WidgetError('http/timeout', 'It took too long')

/** Runs a request for at most `limitMs`; rejects only with the signal's reason. */
export async function runRequest(
  { clock, network }: RunIo,
  { simulate }: PreparedRequest,
  chain: ChainId,
  limitMs: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const unavailable = { is: 'unavailable' as const }
  if (simulate === undefined) return unavailable
  const look = async (inner: AbortSignal) => {
    const known = await network(chain)
    return known && simulate(known, inner)
  }
  const outcome = await withTimeout(clock, limitMs, tooSlow, look, signal).catch(() => undefined)
  signal.throwIfAborted()
  return outcome ? cleanFacts(outcome) : unavailable
}

/** Whether a second run says what the user saw of the first; runs that both failed to happen are the same. */
export const isAsShown = (shown: SimulationState, now: Outcome): boolean => {
  if (shown.is === 'running') return false
  if (shown.is === 'unavailable' || now.is === 'unavailable') return shown.is === now.is
  return isSameOutcome(shown, now)
}

/** The first run of a request, which goes on while the user reads. */
export type FirstRun = {
  /** What the user can see of it now. */
  shown(): SimulationState
  /** Its end. */
  readonly done: Promise<Outcome>
}

/** Starts the first run; `onEnd` shows its outcome. */
export function startFirstRun(
  io: RunIo,
  prepared: PreparedRequest,
  chain: ChainId,
  onEnd: (outcome: Outcome) => void,
  signal: AbortSignal,
): FirstRun {
  let shown: SimulationState = { is: 'running' }
  const done = runRequest(io, prepared, chain, rpcTimeoutMs, signal).then((outcome) => {
    shown = outcome
    onEnd(outcome)
    return outcome
  })
  done.catch(() => undefined)
  return { shown: () => shown, done }
}
