import type { Clock } from '../../../shared/channel/clock.ts'
import { rpcPolicy } from '../../../shared/channel/rpc-policy.ts'
import { tokenBucket } from '../../../shared/channel/token-bucket.ts'
import {
  hostRpcReadBurst,
  hostRpcReadsPerSecond,
  hostRpcResponseMaxBytes,
  retryAfterCapMs,
  retryableStatuses,
  rpcRetryCount,
  rpcRetryDelayMs,
  rpcTimeoutMs,
} from '../../../shared/config/limits.ts'
import { type ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import {
  anyOf,
  anything,
  custom,
  finite,
  oneOf,
  openObject,
  parseWire,
  text,
} from '../../../shared/wire-schema.ts'
import { jsonText } from '../provider/json-text.ts'

/** One read of a chain; its parameters are a list, or absent. */
export type RpcCall = { readonly method: string; readonly params?: unknown }

/** This file declares no error class, because pages compare errors with the class of `index.js`. */
type Ports = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly fail: (code: number, message: string, data?: unknown) => ProviderRpcError
}

const id = 1
const responseSchema = anyOf(
  openObject({
    jsonrpc: oneOf('2.0'),
    error: openObject({ code: finite(), message: text(), data: anything }),
  }),
  openObject({
    jsonrpc: oneOf('2.0'),
    id: custom<number>((value) => value === id),
    result: custom<unknown>((value) => value !== undefined),
  }),
)

/** Result of one attempt; `retryInMs` if a retry is useful (SPEC §8). */
type Attempt =
  | { readonly is: 'answered'; readonly result: unknown }
  /** An error of the node itself, which another node would repeat. */
  | { readonly is: 'refused'; readonly error: ProviderRpcError }
  | { readonly is: 'failed'; readonly error: ProviderRpcError; readonly retryInMs?: number | undefined }

type Fail = Ports['fail']

const unreachableError = (fail: Fail, widgetCode: string) =>
  fail(providerCodes.chainDisconnected, 'The chain cannot be reached', { widgetCode })
const invalidResponseError = (fail: Fail) =>
  fail(providerCodes.internal, 'The RPC of this site did not answer with JSON-RPC', {
    widgetCode: 'http/invalid-response',
  })
const statusError = (fail: Fail, status: number) =>
  fail(status === 429 ? providerCodes.limitExceeded : providerCodes.internal, `HTTP status ${status}`, {
    widgetCode: 'http/status',
    detail: { status },
  })

/** Seconds or an HTTP date, as milliseconds from now; 0 if absent or invalid. */
function retryAfterMs(header: string | null, now: number): number {
  if (/^\s*\d+\s*$/.test(header ?? '')) return Number(header) * 1_000
  // Date.parse alone accepts any number as a year.
  const date = /^\s*[a-z]{3,9}, /i.test(header ?? '') ? Date.parse(String(header)) : Number.NaN
  return Math.max(0, date - now) || 0
}

/** The delay before another attempt; undefined if it is longer than the cap. */
const pauseMs = (attempt: number, retryAfterHeaderMs = 0): number | undefined => {
  const ms = Math.max(retryAfterHeaderMs, rpcRetryDelayMs(attempt))
  return ms <= retryAfterCapMs ? ms : undefined
}

const sleep = (clock: Clock, ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })

/** The body as text; undefined if it is longer than the limit. */
async function readBody(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let body = ''
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
    if (bytes > hostRpcResponseMaxBytes) {
      await reader.cancel()
      return undefined
    }
    body += decoder.decode(value, { stream: true })
  }
  return body + decoder.decode()
}

function parseBody(body: string | undefined) {
  try {
    return parseWire(responseSchema, JSON.parse(body ?? '')).data
  } catch {
    return undefined
  }
}

function toAttempt(
  { fail, clock }: Ports,
  response: Response,
  body: string | undefined,
  attempt: number,
): Attempt {
  const retryAfter = retryAfterMs(response.headers.get('retry-after'), clock.now())
  const retryInMs = pauseMs(attempt, retryAfter)
  if (!response.ok) {
    const isRetryable = retryableStatuses.includes(response.status)
    return {
      is: 'failed',
      error: statusError(fail, response.status),
      retryInMs: isRetryable ? retryInMs : undefined,
    }
  }
  const parsed = parseBody(body)
  if (!parsed) return { is: 'failed', error: invalidResponseError(fail) }
  if (!('error' in parsed)) return { is: 'answered', result: parsed.result }
  const { code, message, data } = parsed.error
  const error = fail(code, message, data)
  // Some nodes report in JSON-RPC what others report by an HTTP status.
  const isBusy = [...retryableStatuses, providerCodes.limitExceeded].includes(code)
  return isBusy ? { is: 'failed', error, retryInMs } : { is: 'refused', error }
}

/** One attempt at one node, 10 s at most; a timeout is not retried there. */
async function attemptAt(
  ports: Ports,
  url: string,
  body: string,
  attempt: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const { fetch, clock, fail } = ports
  const abort = new AbortController()
  const onAbort = () => abort.abort(signal.reason)
  signal.addEventListener('abort', onAbort)
  let isTimedOut = false
  const cancel = clock.after(rpcTimeoutMs, () => {
    isTimedOut = true
    abort.abort()
  })
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body, signal: abort.signal })
    return toAttempt(ports, response, await readBody(response), attempt)
  } catch {
    signal.throwIfAborted()
    return isTimedOut
      ? { is: 'failed', error: unreachableError(fail, 'http/timeout') }
      : { is: 'failed', error: unreachableError(fail, 'http/network'), retryInMs: pauseMs(attempt) }
  } finally {
    cancel()
    signal.removeEventListener('abort', onAbort)
  }
}

/** Client for the host's RPC URLs, by CAIP-2 id of the chain. */
export type HostRpcClient = {
  /**
   * Reads a chain from its URLs, one after the other. Each is retried three times after 150, 300 and 600 ms or
   * `Retry-After`, on the statuses of SPEC §8 and on network errors; 10 s for each attempt, at most 8 MB of a response. The
   * widget's gateway is no fallback: it may serve another state of a chain with the same number. Rejects with
   * ProviderRpcError of the node; −32602 for parameters that are no list, 4901 if no node can be reached, −32005 for 429,
   * −32603 for a response that is no JSON-RPC; the signal's reason.
   */
  ask(chain: unknown, read: RpcCall, signal: AbortSignal): Promise<unknown>
  /** The same for the widget: read methods only (else 4200), at most 20 a second (else −32005). */
  forWidget(chain: string, read: RpcCall, signal: AbortSignal): Promise<unknown>
}

/** Creates the client for those URLs. */
export function createHostRpcClient(
  urls: ReadonlyMap<unknown, readonly string[]>,
  ports: Ports,
): HostRpcClient {
  const { clock, fail } = ports
  const rateLimit = tokenBucket(hostRpcReadsPerSecond, hostRpcReadBurst, clock)
  const ask: HostRpcClient['ask'] = async (chain, { method, params = [] }, signal) => {
    if (!Array.isArray(params)) throw fail(providerCodes.invalidParams, 'params must be a list')
    const body = jsonText({ jsonrpc: '2.0', id, method, params })
    let last = unreachableError(fail, 'http/network')
    for (const url of urls.get(chain) ?? []) {
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted()
        const outcome = await attemptAt(ports, url, body, attempt, signal)
        if (outcome.is === 'answered') return outcome.result
        if (outcome.is === 'refused') throw outcome.error
        last = outcome.error
        if (attempt >= rpcRetryCount || outcome.retryInMs === undefined) break
        await sleep(clock, outcome.retryInMs, signal)
      }
    }
    throw last
  }
  return {
    ask,
    forWidget: async (chain, read, signal) => {
      if (rpcPolicy(read.method) !== 'read')
        throw fail(providerCodes.unsupportedMethod, 'Requested RPC call is not allowed')
      if (!urls.has(chain)) throw fail(providerCodes.chainDisconnected, 'This site has no RPC for the chain')
      if (!rateLimit.take())
        throw fail(providerCodes.limitExceeded, 'Too many reads of this site', { reason: 'rate-limited' })
      return ask(chain, read, signal)
    },
  }
}
