import type { RpcEvent, RpcFailure } from '../../ports/rpc.ts'
import { type CircuitBreakerLimits, createCircuitBreaker } from '../../vendor-clients/circuit-breaker.ts'
import type { Timers } from '../../vendor-clients/timers.ts'

export type HealthLimits = CircuitBreakerLimits & {
  /** Pause after a 429 without `Retry-After`; doubles with each consecutive one. */
  readonly pauseMs: number
  /** Maximum pause, also if a node requests a longer one. */
  readonly maxPauseMs: number
  /** Bounds of the delay before a read is also sent to a second node; within them three times the average duration. */
  readonly minHedgeMs: number
  readonly maxHedgeMs: number
}

/** How long a failure lowers a node's rank. */
const failurePenaltyMs = 30_000
/** Average response time from which a node ranks behind others. */
const slowFromMs = 1_500

/** Failures that depend on the caller's request, and must not exclude a node for other callers. */
const callerFailures: readonly (RpcFailure | 'aborted')[] = ['aborted', 'too-large', 'batch-refused', 'busy']

/** Tracks the health of one node: its circuit breaker, its pause, and its response time. */
export function createHealth(
  chainId: string,
  host: string,
  limits: HealthLimits,
  timers: Timers,
  onEvent: (event: RpcEvent) => void,
) {
  const breaker = createCircuitBreaker(limits, timers.now, (state) =>
    onEvent({ is: 'breaker', chainId, host, state }),
  )
  let pausedUntilMs = 0
  let consecutivePauses = 0
  let failedAtMs = Number.NEGATIVE_INFINITY
  let averageMs: number | undefined

  return {
    breakerState: breaker.state,
    /** Remaining milliseconds of a pause; 0 without one. */
    pausedForMs: () => Math.max(0, pausedUntilMs - timers.now()),
    /** 0 is best. Nodes of equal rank are used in the order of the configuration. */
    rank: () =>
      (timers.now() - failedAtMs < failurePenaltyMs ? Math.min(breaker.failures(), 5) : 0) * 2 +
      ((averageMs ?? 0) > slowFromMs ? 1 : 0),
    hedgeDelayMs: () =>
      Math.min(limits.maxHedgeMs, Math.max(limits.minHedgeMs, (averageMs ?? limits.maxHedgeMs) * 3)),
    succeed: (durationMs: number, isTypical: boolean) => {
      breaker.succeed()
      consecutivePauses = 0
      if (isTypical) averageMs = averageMs === undefined ? durationMs : averageMs * 0.8 + durationMs * 0.2
    },
    fail: (reason: RpcFailure | 'aborted') => {
      if (callerFailures.includes(reason)) return
      failedAtMs = timers.now()
      breaker.fail()
    },
    /** Sends nothing for a while, as the node requested. */
    pause: (requestedMs: number | undefined) => {
      const backoffMs = limits.pauseMs * 2 ** Math.min(consecutivePauses, 10)
      const pauseMs = Math.min(requestedMs ?? backoffMs, limits.maxPauseMs)
      consecutivePauses += 1
      pausedUntilMs = Math.max(pausedUntilMs, timers.now() + pauseMs)
      onEvent({ is: 'limited', chainId, host, pauseMs })
    },
  }
}

export type Health = ReturnType<typeof createHealth>
