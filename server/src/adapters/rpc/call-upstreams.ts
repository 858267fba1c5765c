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
    const candidates = sortByRank(group.upstreams)
    const cancels: (() => void)[] = []
    let bestFailure: RpcCallResult | undefined
    let running = 0
    let canRetry = candidates.length === 1 && !policy.submits

    const settle = (result: RpcCallResult, reason: AbortReason) => {
      for (const cancel of cancels.splice(0)) cancel()
      abandoned.removeEventListener('abort', onAbandoned)
      attempts.abort(reason)
      resolve(result)
    }
    const onAbandoned = () => settle(timedOut, 'abandoned')

    const launch = (upstream: Upstream) => {
      running += 1
      upstream.call(call, policy, attempts.signal).then((result) => {
        running -= 1
        if (!attempts.signal.aborted) receive(upstream, result)
      })
    }

    const receive = (upstream: Upstream, result: RpcCallResult) => {
      if (isFinal(result)) return settle(result, 'lost')
      bestFailure = moreUseful(bestFailure, result)
      const wasSent = result.is !== 'failed' || result.sent
      if (policy.submits && wasSent) return settle(result, 'lost')
      const next = candidates.shift() ?? retryOnce(upstream, result)
      if (next !== undefined) {
        onEvent({ is: 'failover', chainId, host: next.host })
        launch(next)
      } else if (running === 0) settle(bestFailure, 'lost')
    }

    /** A keep-alive connection that the node has just closed fails at once; retry once if there is no other node. */
    const retryOnce = (upstream: Upstream, result: RpcCallResult) => {
      if (!canRetry || result.is !== 'failed' || result.reason !== 'network') return undefined
      canRetry = false
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
    if (first === undefined) return resolve(unavailableResult(group.upstreams))
    abandoned.addEventListener('abort', onAbandoned, { once: true })
    cancels.push(timers.after(totalTimeoutMs, () => settle(bestFailure ?? timedOut, 'deadline')))
    group.hedges.earn()
    if (policy.hedge && candidates.length > 0) cancels.push(timers.after(first.hedgeDelayMs(), hedge))
    launch(first)
  })
}

const timedOut: RpcCallResult = { is: 'failed', reason: 'timeout', sent: true }

const isFinal = (result: RpcCallResult) =>
  result.is === 'result' || (result.is === 'error' && !result.isRetryable)

/** Usable nodes, best first; those that must be probed come last, and are probed meanwhile. */
function sortByRank(upstreams: readonly Upstream[]): Upstream[] {
  const states = upstreams.map((upstream) => ({ upstream, is: upstream.readiness(), rank: upstream.rank() }))
  const ready = states.filter(({ is }) => is === 'ready').sort((a, b) => a.rank - b.rank)
  const probed = states.filter(({ is }) => is === 'probe')
  for (const { upstream } of probed) void upstream.probe()
  return [...ready, ...probed].map(({ upstream }) => upstream)
}

/** A node's own error is the most useful, then a rate limit. */
function moreUseful(bestFailure: RpcCallResult | undefined, next: RpcCallResult): RpcCallResult {
  if (bestFailure === undefined || next.is === 'error') return next
  return bestFailure.is === 'failed' && next.is === 'failed' && next.reason === 'limited' ? next : bestFailure
}

function unavailableResult(upstreams: readonly Upstream[]): RpcCallResult {
  const pauses = upstreams.map((upstream) => upstream.pausedForMs()).filter((pauseMs) => pauseMs > 0)
  return pauses.length === 0
    ? { is: 'failed', reason: 'unavailable', sent: false }
    : { is: 'failed', reason: 'limited', sent: false, pauseMs: Math.min(...pauses) }
}
