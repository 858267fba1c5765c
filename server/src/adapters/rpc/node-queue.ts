import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import type { RpcCallPolicy, RpcEvent } from '../../ports/rpc.ts'
import type { Timers } from '../../vendor-clients/timers.ts'
import type { NodeEndpoint } from './endpoint.ts'
import type { Health } from './node-health.ts'
import { type ConnectionLimits, createPool, type HttpPostResult, postJson } from './post-json.ts'
import { type RpcCallResult, readBatch, readSingle } from './rpc-responses.ts'

export type QueueLimits = ConnectionLimits & {
  /** Maximum calls per request. */
  readonly batchCalls: number
  /** Maximum queued calls; further calls fail with `busy`. */
  readonly waitingCalls: number
}

/** Why an attempt is aborted: another node responded, the timeout has passed, or every caller aborted. */
export type AbortReason = 'lost' | 'deadline' | 'abandoned'

type Job = {
  readonly call: RpcRequest
  readonly policy: RpcCallPolicy
  /** True after a rejected batch, too. */
  alone: boolean
  readonly resolve: (outcome: RpcCallResult) => void
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
  const waiting = new Set<Job>()
  const { host } = endpoint
  let underWay = 0
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
    while (waiting.size > 0 && underWay < limits.connections) void send(nextBatch())
  }

  /** The first queued call and those after it that may share its request. */
  function nextBatch(): readonly Job[] {
    const batch: Job[] = []
    for (const job of waiting) {
      if (job.alone && batch.length > 0) continue
      waiting.delete(job)
      batch.push(job)
      if (job.alone || batch.length >= batchCalls) break
    }
    return batch
  }

  async function send(jobs: readonly Job[]): Promise<void> {
    underWay += 1
    const controller = new AbortController()
    const reasons: unknown[] = []
    for (const job of jobs) {
      job.release = (reason) => {
        // A submission that was sent is not aborted: otherwise it would be unknown whether the chain has received it.
        if (reasons.push(reason) === jobs.length && !job.policy.submits) controller.abort('released')
      }
    }
    const startedMs = timers.now()
    const cancelTimer = timers.after(Math.max(...jobs.map(({ policy }) => policy.timeoutMs)), () =>
      controller.abort('timeout'),
    )
    const posted = await postJson(pool, endpoint, requestBody(jobs), controller.signal, timers.now)
    cancelTimer()
    underWay -= 1
    const durationMs = timers.now() - startedMs
    const outcomes = read(jobs, posted)
    const result = summary(outcomes, posted)
    onEvent({ is: 'request', chainId, host, calls: jobs.length, durationMs, result })
    if (isBatchProblem(jobs, posted, result)) return splitBatch(jobs, posted)
    reportHealth(result, durationMs, jobs, reasons, posted)
    for (const [at, job] of jobs.entries()) job.resolve(outcomes[at] ?? noAnswer)
    if (waiting.size > 0) flush()
  }

  function read(jobs: readonly Job[], posted: HttpPostResult): readonly RpcCallResult[] {
    if (posted.is === 'failed') {
      const { sent, retryAfterMs } = posted
      const reason = posted.reason === 'aborted' ? 'slow' : posted.reason
      const pause = retryAfterMs === undefined ? {} : { pauseMs: retryAfterMs }
      return jobs.map(() => ({ is: 'failed', reason, sent, ...pause }))
    }
    const outcomes =
      jobs.length === 1
        ? [readSingle(posted.body, endpoint.redact)]
        : readBatch(posted.body, jobs.length, endpoint.redact)
    // With such a status only an error is trusted.
    return posted.status < 300
      ? outcomes
      : outcomes.map((one) => (one.is === 'error' || one.is === 'failed' ? one : badStatus))
  }

  function reportHealth(
    result: Result,
    durationMs: number,
    jobs: readonly Job[],
    reasons: readonly unknown[],
    posted: HttpPostResult,
  ) {
    const isHeavy = jobs.some(({ policy }) => policy.alone)
    if (result === 'ok') return health.succeed(durationMs, !isHeavy)
    if (posted.is === 'failed' && posted.retryAfterMs !== undefined) health.pause(posted.retryAfterMs)
    else if (result === 'limited') health.pause(undefined)
    if (result === 'limited') return
    // A heavy call may exceed its timeout on a healthy node.
    if (isHeavy && (result === 'timeout' || result === 'aborted')) return
    if (result !== 'aborted') return health.fail(result)
    if (reasons.includes('deadline')) health.fail('timeout')
    else if (reasons.includes('lost')) health.fail('slow')
  }

  function splitBatch(jobs: readonly Job[], posted: HttpPostResult) {
    if (posted.is === 'json') {
      const maxBatch = posted.status === 413 ? Math.max(1, Math.floor(jobs.length / 2)) : 1
      if (maxBatch < batchCalls) {
        batchCalls = maxBatch
        onEvent({ is: 'batch-limit', chainId, host, maxBatch })
      }
    }
    for (const job of jobs) {
      job.alone = true
      if (!job.signal.aborted) waiting.add(job)
    }
    flush()
  }

  return {
    host,
    /** Resolves with the call's result at the node; never rejects. After an abort the result is meaningless. */
    call: (call: RpcRequest, policy: RpcCallPolicy, signal: AbortSignal): Promise<RpcCallResult> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(noAnswer)
        if (waiting.size >= limits.waitingCalls) {
          return resolve({ is: 'failed', reason: 'busy', sent: false })
        }
        const onAbort = () => {
          if (!waiting.delete(job)) job.release?.(signal.reason)
          resolve(noAnswer)
        }
        const job: Job = {
          call,
          policy,
          signal,
          alone: policy.alone,
          resolve: (outcome) => {
            signal.removeEventListener('abort', onAbort)
            resolve(outcome)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.add(job)
        schedule()
      }),
    close: () => pool.destroy(),
  }
}

type Result = 'ok' | 'aborted' | Extract<RpcCallResult, { is: 'failed' }>['reason']

const noAnswer: RpcCallResult = { is: 'failed', reason: 'slow', sent: true }
const badStatus: RpcCallResult = { is: 'failed', reason: 'http-status', sent: true }

/** Ids are this queue's own numbers: callers may use one id twice. */
const requestOf = ({ call }: Job, at: number) => ({
  jsonrpc: '2.0',
  id: at + 1,
  method: call.method,
  params: call.params ?? [],
})

const requestBody = (jobs: readonly Job[]): string =>
  JSON.stringify(jobs.length === 1 ? jobs.map(requestOf)[0] : jobs.map(requestOf))

/** One result for a request: that of the first call without a usable response. */
function summary(outcomes: readonly RpcCallResult[], posted: HttpPostResult): Result {
  if (posted.is === 'failed') return posted.reason
  const failure = outcomes.find((outcome) => outcome.is === 'failed')
  return failure?.is === 'failed' ? failure.reason : 'ok'
}

/** True if the calls of a batch may succeed when each is sent alone. */
const isBatchProblem = (jobs: readonly Job[], posted: HttpPostResult, result: Result) =>
  jobs.length > 1 &&
  (result === 'batch-refused' ||
    result === 'too-large' ||
    (posted.is === 'json' && posted.status >= 400 && result !== 'limited'))
