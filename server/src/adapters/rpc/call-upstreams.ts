import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import type { RpcCallPolicy, RpcEvent } from '../../ports/rpc.ts'
import type { Timers } from '../../vendor-clients/timers.ts'
import type { HedgeBudget } from './hedge-budget.ts'
import type { AbortReason } from './node-queue.ts'
import type { RpcCallResult } from './rpc-responses.ts'
import type { Upstream } from './upstream.ts'

/** The nodes of one chain and their dependencies. */
export type UpstreamGroup = {
  readonly chainId: string
  readonly upstreams: readonly Upstream[]
  readonly timers: Timers
  readonly hedges: HedgeBudget
  readonly onEvent: (event: RpcEvent) => void
}

/**
 * Sends a call to the best node; to the next one if it fails, is behind or limited, or (hedged reads) is slow. The first
 * response wins and the other attempts are aborted. A submission goes to a second node only if it was certainly not sent.
 * @param totalTimeoutMs timeout over all attempts
 * @param abandoned aborts when no caller waits any more
 */
export function callUpstreams(
  group: UpstreamGroup,
  call: RpcRequest,
  policy: RpcCallPolicy,
  totalTimeoutMs: number,
  abandoned: AbortSignal,
): Promise<RpcCallResult> {
  const { chainId, timers, onEvent } = group
  return new Promise((resolve) => {
    const attempts = new AbortController()
    const candidates = inOrder(group.upstreams)
    const cancels: (() => void)[] = []
    let kept: RpcCallResult | undefined
    let running = 0
    let mayRepeat = candidates.length === 1 && !policy.submits

    const finish = (outcome: RpcCallResult, reason: AbortReason) => {
      for (const cancel of cancels.splice(0)) cancel()
      abandoned.removeEventListener('abort', onAbandoned)
      attempts.abort(reason)
      resolve(outcome)
    }
    const onAbandoned = () => finish(timedOut, 'abandoned')

    const launch = (upstream: Upstream) => {
      running += 1
      upstream.call(call, policy, attempts.signal).then((outcome) => {
        running -= 1
        if (!attempts.signal.aborted) receive(upstream, outcome)
      })
    }

    const receive = (upstream: Upstream, outcome: RpcCallResult) => {
      if (isFinal(outcome)) return finish(outcome, 'lost')
      kept = better(kept, outcome)
      const hasLeft = outcome.is !== 'failed' || outcome.sent
      if (policy.submits && hasLeft) return finish(outcome, 'lost')
      const next = candidates.shift() ?? repeated(upstream, outcome)
      if (next !== undefined) {
        onEvent({ is: 'failover', chainId, host: next.host })
        launch(next)
      } else if (running === 0) finish(kept, 'lost')
    }

    /** A keep-alive connection that the node has just closed fails at once; retry once if there is no other node. */
    const repeated = (upstream: Upstream, outcome: RpcCallResult) => {
      if (!mayRepeat || outcome.is !== 'failed' || outcome.reason !== 'network') return undefined
      mayRepeat = false
      return upstream
    }

    const hedge = () => {
      const second = candidates[0]
      if (second === undefined || running > 1 || !group.hedges.take()) return
      candidates.shift()
      onEvent({ is: 'hedge', chainId, host: second.host })
      launch(second)
    }

    const first = candidates.shift()
    if (first === undefined) return resolve(awayOutcome(group.upstreams))
    abandoned.addEventListener('abort', onAbandoned, { once: true })
    cancels.push(timers.after(totalTimeoutMs, () => finish(kept ?? timedOut, 'deadline')))
    group.hedges.earn()
    if (policy.hedge && candidates.length > 0) cancels.push(timers.after(first.hedgeDelayMs(), hedge))
    launch(first)
  })
}

const timedOut: RpcCallResult = { is: 'failed', reason: 'timeout', sent: true }

const isFinal = (outcome: RpcCallResult) =>
  outcome.is === 'result' || (outcome.is === 'error' && !outcome.elsewhere)

/** Usable nodes, best first; those that must be probed come last, and are probed meanwhile. */
function inOrder(upstreams: readonly Upstream[]): Upstream[] {
  const states = upstreams.map((upstream) => ({ upstream, is: upstream.readiness(), rank: upstream.rank() }))
  const ready = states.filter(({ is }) => is === 'ready').sort((a, b) => a.rank - b.rank)
  const probed = states.filter(({ is }) => is === 'probe')
  for (const { upstream } of probed) void upstream.probe()
  return [...ready, ...probed].map(({ upstream }) => upstream)
}

/** A node's own error is the most useful, then a rate limit. */
function better(kept: RpcCallResult | undefined, next: RpcCallResult): RpcCallResult {
  if (kept === undefined || next.is === 'error') return next
  return kept.is === 'failed' && next.is === 'failed' && next.reason === 'limited' ? next : kept
}

function awayOutcome(upstreams: readonly Upstream[]): RpcCallResult {
  const pauses = upstreams.map((upstream) => upstream.pausedForMs()).filter((pauseMs) => pauseMs > 0)
  return pauses.length === 0
    ? { is: 'failed', reason: 'unavailable', sent: false }
    : { is: 'failed', reason: 'limited', sent: false, pauseMs: Math.min(...pauses) }
}
