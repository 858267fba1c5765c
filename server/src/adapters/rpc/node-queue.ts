import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import type { RpcCallPolicy, RpcEvent } from '../../ports/rpc.ts'
import type { Timers } from '../../vendor-clients/timers.ts'
import type { NodeEndpoint } from './endpoint.ts'
import type { Health } from './node-health.ts'
import { type ConnectionLimits, createPool, type HttpPostResult, postJson } from './post-json.ts'
import { parseBatch, parseSingle, type RpcCallResult } from './rpc-responses.ts'

export type QueueLimits = ConnectionLimits & {
  /** Maximum calls per request. */
  readonly batchCalls: number
  /** Maximum queued calls; further calls fail with `busy`. */
  readonly maxQueuedCalls: number
}

/** Why an attempt is aborted: another node responded, the timeout has passed, or every caller aborted. */
export type AbortReason = 'lost' | 'deadline' | 'abandoned'

type QueuedCall = {
  readonly call: RpcRequest
  readonly policy: RpcCallPolicy
  /** True after a rejected batch, too. */
  unbatched: boolean
  readonly resolve: (callResult: RpcCallResult) => void
  readonly signal: AbortSignal
  /** Set while its request is in flight. */
  release?: (reason: unknown) => void
}

/**
 * Sends calls to one node. Calls of one event loop iteration, and calls that wait for a connection, share a request. A node
 * that hangs or is slow thus blocks only its own queue.
 */
export function createNodeQueue(
  chainId: string,
  endpoint: NodeEndpoint,
  limits: QueueLimits,
  health: Health,
  timers: Timers,
  onEvent: (event: RpcEvent) => void,
) {
  const pool = createPool(endpoint, limits)
  const queued = new Set<QueuedCall>()
  const { host } = endpoint
  let inFlight = 0
  let batchCalls = limits.batchCalls
  let isScheduled = false

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flush()
    })
  }

  const flush = () => {
    while (queued.size > 0 && inFlight < limits.connections) void send(nextBatch())
  }

  /** The first queued call and those after it that may share its request. */
  function nextBatch(): readonly QueuedCall[] {
    const batch: QueuedCall[] = []
    for (const queuedCall of queued) {
      if (queuedCall.unbatched && batch.length > 0) continue
      queued.delete(queuedCall)
      batch.push(queuedCall)
      if (queuedCall.unbatched || batch.length >= batchCalls) break
    }
    return batch
  }

  async function send(queuedCalls: readonly QueuedCall[]): Promise<void> {
    inFlight += 1
    const controller = new AbortController()
    const reasons: unknown[] = []
    for (const queuedCall of queuedCalls) {
      queuedCall.release = (reason) => {
        // A submission that was sent is not aborted: otherwise it would be unknown whether the chain has received it.
        if (reasons.push(reason) === queuedCalls.length && !queuedCall.policy.submits)
          controller.abort('released')
      }
    }
    const startedMs = timers.now()
    const cancelTimer = timers.after(Math.max(...queuedCalls.map(({ policy }) => policy.timeoutMs)), () =>
      controller.abort('timeout'),
    )
    const response = await postJson(pool, endpoint, requestBody(queuedCalls), controller.signal, timers.now)
    cancelTimer()
    inFlight -= 1
    const durationMs = timers.now() - startedMs
    const results = readResults(queuedCalls, response)
    const result = overallResult(results, response)
    onEvent({ is: 'request', chainId, host, calls: queuedCalls.length, durationMs, result })
    if (isBatchProblem(queuedCalls, response, result)) return splitBatch(queuedCalls, response)
    reportHealth(result, durationMs, queuedCalls, reasons, response)
    for (const [at, queuedCall] of queuedCalls.entries()) queuedCall.resolve(results[at] ?? noResponse)
    if (queued.size > 0) flush()
  }

  function readResults(
    queuedCalls: readonly QueuedCall[],
    response: HttpPostResult,
  ): readonly RpcCallResult[] {
    if (response.is === 'failed') {
      const { sent, retryAfterMs } = response
      const reason = response.reason === 'aborted' ? 'slow' : response.reason
      const pause = retryAfterMs === undefined ? {} : { pauseMs: retryAfterMs }
      return queuedCalls.map(() => ({ is: 'failed', reason, sent, ...pause }))
    }
    const results =
      queuedCalls.length === 1
        ? [parseSingle(response.body, endpoint.redact)]
        : parseBatch(response.body, queuedCalls.length, endpoint.redact)
    // With such a status only an error is trusted.
    return response.status < 300
      ? results
      : results.map((one) => (one.is === 'error' || one.is === 'failed' ? one : badStatus))
  }

  function reportHealth(
    result: Result,
    durationMs: number,
    queuedCalls: readonly QueuedCall[],
    reasons: readonly unknown[],
    response: HttpPostResult,
  ) {
    const isHeavy = queuedCalls.some(({ policy }) => policy.unbatched)
    if (result === 'ok') return health.succeed(durationMs, !isHeavy)
    if (response.is === 'failed' && response.retryAfterMs !== undefined) health.pause(response.retryAfterMs)
    else if (result === 'limited') health.pause(undefined)
    if (result === 'limited') return
    // A heavy call may exceed its timeout on a healthy node.
    if (isHeavy && (result === 'timeout' || result === 'aborted')) return
    if (result !== 'aborted') return health.fail(result)
    if (reasons.includes('deadline')) health.fail('timeout')
    else if (reasons.includes('lost')) health.fail('slow')
  }

  function splitBatch(queuedCalls: readonly QueuedCall[], response: HttpPostResult) {
    if (response.is === 'json') {
      const maxBatch = response.status === 413 ? Math.max(1, Math.floor(queuedCalls.length / 2)) : 1
      if (maxBatch < batchCalls) {
        batchCalls = maxBatch
        onEvent({ is: 'batch-limit', chainId, host, maxBatch })
      }
    }
    for (const queuedCall of queuedCalls) {
      queuedCall.unbatched = true
      if (!queuedCall.signal.aborted) queued.add(queuedCall)
    }
    flush()
  }

  return {
    host,
    /** Resolves with the call's result at the node; never rejects. After an abort the result is meaningless. */
    call: (call: RpcRequest, policy: RpcCallPolicy, signal: AbortSignal): Promise<RpcCallResult> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(noResponse)
        if (queued.size >= limits.maxQueuedCalls) {
          return resolve({ is: 'failed', reason: 'busy', sent: false })
        }
        const onAbort = () => {
          if (!queued.delete(queuedCall)) queuedCall.release?.(signal.reason)
          resolve(noResponse)
        }
        const queuedCall: QueuedCall = {
          call,
          policy,
          signal,
          unbatched: policy.unbatched,
          resolve: (callResult) => {
            signal.removeEventListener('abort', onAbort)
            resolve(callResult)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        queued.add(queuedCall)
        schedule()
      }),
    close: () => pool.destroy(),
  }
}

type Result = 'ok' | 'aborted' | Extract<RpcCallResult, { is: 'failed' }>['reason']

const noResponse: RpcCallResult = { is: 'failed', reason: 'slow', sent: true }
const badStatus: RpcCallResult = { is: 'failed', reason: 'http-status', sent: true }

/** Ids are this queue's own numbers: callers may use one id twice. */
const requestOf = ({ call }: QueuedCall, at: number) => ({
  jsonrpc: '2.0',
  id: at + 1,
  method: call.method,
  params: call.params ?? [],
})

const requestBody = (queuedCalls: readonly QueuedCall[]): string =>
  JSON.stringify(queuedCalls.length === 1 ? queuedCalls.map(requestOf)[0] : queuedCalls.map(requestOf))

/** One result for a request: that of the first call without a usable response. */
function overallResult(results: readonly RpcCallResult[], response: HttpPostResult): Result {
  if (response.is === 'failed') return response.reason
  const failure = results.find((callResult) => callResult.is === 'failed')
  return failure?.is === 'failed' ? failure.reason : 'ok'
}

/** True if the calls of a batch may succeed when each is sent alone. */
const isBatchProblem = (queuedCalls: readonly QueuedCall[], response: HttpPostResult, result: Result) =>
  queuedCalls.length > 1 &&
  (result === 'batch-refused' ||
    result === 'too-large' ||
    (response.is === 'json' && response.status >= 400 && result !== 'limited'))
