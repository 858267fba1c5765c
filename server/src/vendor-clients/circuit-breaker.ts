import type { Clock } from '../ports/clock.ts'

/** Limits of a circuit breaker; times in milliseconds. */
export type CircuitBreakerLimits = {
  /** Consecutive failures that open it. */
  readonly failures: number
  /** How long it stays open at first; each failed probe doubles the time, up to `maxOpenMs`. */
  readonly openMs: number
  readonly maxOpenMs: number
}

export type CircuitBreakerState = 'closed' | 'open' | 'half-open'

/**
 * Circuit breaker of one node or vendor. `half-open` means that a probe is due; its result is reported like any other. Not
 * cockatiel's, which reads `Date.now()` itself, and whose half-open breaker closes when the probe is aborted: here the loser
 * of a hedge is aborted all the time, which says nothing about its node.
 */
export function createCircuitBreaker(
  limits: CircuitBreakerLimits,
  now: Clock,
  onState: (state: CircuitBreakerState) => void,
) {
  let failures = 0
  let state: CircuitBreakerState = 'closed'
  let openedAtMs = 0
  let openMs = limits.openMs
  let closedAtMs = Number.NEGATIVE_INFINITY

  const enter = (next: CircuitBreakerState) => {
    if (state === next) return
    state = next
    onState(next)
  }

  const open = () => {
    openedAtMs = now()
    enter('open')
  }

  return {
    state: (): CircuitBreakerState => {
      if (state === 'open' && now() - openedAtMs >= openMs) enter('half-open')
      return state
    },
    /** Consecutive failures. */
    failures: () => failures,
    succeed: () => {
      failures = 0
      // A response that was in flight when the breaker opened does not replace the probe.
      if (state !== 'half-open') return
      closedAtMs = now()
      enter('closed')
    },
    fail: () => {
      failures += 1
      if (state === 'half-open') {
        openMs = Math.min(openMs * 2, limits.maxOpenMs)
        open()
      } else if (state === 'closed' && failures >= limits.failures) {
        // A node that passes its probes and fails again soon is still unhealthy.
        openMs = now() - closedAtMs < openMs * 4 ? Math.min(openMs * 2, limits.maxOpenMs) : limits.openMs
        open()
      }
    },
  }
}
