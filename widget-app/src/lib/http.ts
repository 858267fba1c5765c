import type * as z from 'zod/mini'
import {
  type CommonQuery,
  type Endpoint,
  endpointUrl,
  type PathParam,
  type QueryValues,
} from '#shared/api/endpoint.ts'
import type { Clock } from '#shared/channel/clock.ts'
import {
  retryAfterCapMs,
  retryableStatuses,
  rpcRetryCount,
  rpcRetryDelayMs,
  rpcTimeoutMs,
} from '#shared/config/limits.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import { listOf, nonEmptyText, openObject, parseWire } from '#shared/wire-schema.ts'
import { sleep, withTimeout } from './async.ts'
import type { Semaphore } from './semaphore.ts'

export type HttpPorts = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Limits concurrent requests; a slot lasts until the body is read, and the timeout starts with it. */
  readonly semaphore?: Semaphore | undefined
}

/** The base URL of calls, and the query parameters that each of them contains. */
export type ApiBase = { readonly baseUrl: string; readonly common: CommonQuery }

type Schema = z.core.$ZodType

export type RequestInput<P extends string, Q extends Schema, B extends Schema | undefined> = {
  readonly query: QueryValues<Q>
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the reason of a rejection is read (`rejectionReasonOf`); otherwise the status suffices. */
  readonly readsRejection?: boolean
  /** Whether the request can be repeated safely; by default only a GET can. */
  readonly idempotent?: boolean
  /** The `:names` of the path; `{}` if there are none. */
  readonly params: Readonly<Record<PathParam<P>, string>>
} & (B extends Schema ? { readonly body: z.input<B> } : { readonly body?: undefined })

/** Parses a Retry-After header, seconds or an HTTP date, as milliseconds from `now`; undefined if absent or invalid. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1_000
  // Date.parse alone accepts any number as a year.
  const date = /^\s*[a-z]{3,9}, /i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Data of an `http/status` error. */
export type HttpStatusData = {
  readonly status: number
  readonly retryAfterMs: number | undefined
  /** Why the server rejected the request, in its own text: the first of its `reasons`. */
  readonly reason?: string
}

/** The status of an `http/status` error, undefined for anything else. */
export function httpStatusOf(thrown: unknown): number | undefined {
  if (!isWidgetError(thrown, 'http/status')) return undefined
  const { data } = thrown
  if (typeof data !== 'object' || data === null || !('status' in data)) return undefined
  return typeof data.status === 'number' ? data.status : undefined
}

/** The server's reason for a rejection, unsanitized; undefined if it returned none, or it was not read. */
export function rejectionReasonOf(thrown: unknown): string | undefined {
  const data = isWidgetError(thrown, 'http/status') ? thrown.data : undefined
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return typeof data.reason === 'string' ? data.reason : undefined
}

const reasonsMaxLength = 4_096
const reasonsSchema = () =>
  openObject({ reasons: listOf(openObject({ description: nonEmptyText(reasonsMaxLength) }), 16) })

function reasonIn(text: string): string | undefined {
  try {
    const body = parseWire(reasonsSchema(), JSON.parse(text.slice(0, reasonsMaxLength)))
    return body.success ? body.data.reasons[0]?.description : undefined
  } catch {
    return undefined
  }
}

type AttemptFailure = { readonly error: WidgetError; readonly retryInMs: number | undefined }

function statusFailure(response: Response, attempt: number, now: number, reason?: string): AttemptFailure {
  const retryAfter = retryAfterMs(response.headers.get('retry-after'), now)
  const data: HttpStatusData = {
    ...{ status: response.status, retryAfterMs: retryAfter },
    ...(reason === undefined ? {} : { reason }),
  }
  const error = new WidgetError('http/status', `HTTP status ${response.status}`, { data })
  const waitMs = Math.max(retryAfter ?? 0, rpcRetryDelayMs(attempt))
  const isRetryable = retryableStatuses.includes(response.status) && waitMs <= retryAfterCapMs
  return { error, retryInMs: isRetryable ? waitMs : undefined }
}

const invalidResponse = (cause: unknown): AttemptFailure => ({
  error: new WidgetError('http/invalid-response', 'The answer does not have the expected shape', { cause }),
  retryInMs: undefined,
})

/**
 * Calls an endpoint of `shared/api` and parses the response. Three retries with backoff from 150 ms on the statuses of
 * SPEC §8 and on network errors, only if the request is idempotent; 10 s per attempt, and a timeout is not retried.
 * @throws WidgetError `http/status` (data: HttpStatusData), `http/timeout`, `http/network`, `http/invalid-response`;
 * the signal's reason when it aborts.
 */
export async function fetchEndpoint<
  P extends string,
  Q extends Schema,
  R extends Schema,
  B extends Schema | undefined,
>(
  ports: HttpPorts,
  api: ApiBase,
  endpoint: Endpoint<P, Q, R, B>,
  input: RequestInput<P, Q, B>,
): Promise<z.output<R>> {
  const { clock, semaphore = (work) => work() } = ports
  const retries = (input.idempotent ?? endpoint.method === 'GET') ? rpcRetryCount : 0
  const url = endpointUrl(api.baseUrl, endpoint, input.params, input.query, api.common)
  const init: RequestInit =
    endpoint.method === 'GET'
      ? { method: endpoint.method, ...(input.headers ? { headers: input.headers } : {}) }
      : {
          method: endpoint.method,
          headers: { 'content-type': 'application/json', ...input.headers },
          body: JSON.stringify(input.body),
        }

  const attemptOnce = async (attempt: number): Promise<{ data: z.output<R> } | AttemptFailure> => {
    const timedOut = new WidgetError('http/timeout', `No answer within ${rpcTimeoutMs / 1_000} s`)
    let body: unknown
    try {
      const exchange = async (signal: AbortSignal): Promise<{ text: string } | AttemptFailure> => {
        const response = await ports.fetch(url, { ...init, signal })
        if (!response.ok) {
          const reason = input.readsRejection ? reasonIn(await response.text()) : undefined
          return statusFailure(response, attempt, clock.now(), reason)
        }
        return { text: await response.text() }
      }
      const received = await semaphore(
        () => withTimeout(clock, rpcTimeoutMs, () => timedOut, exchange, input.signal),
        input.signal,
      )
      if ('error' in received) return received
      try {
        // An empty body is valid only if no response is expected (`noResponse`).
        body = received.text.trim() === '' ? undefined : JSON.parse(received.text)
      } catch (cause) {
        return invalidResponse(cause)
      }
    } catch (cause) {
      input.signal?.throwIfAborted()
      if (cause === timedOut) return { error: timedOut, retryInMs: undefined }
      const error = new WidgetError('http/network', 'The server cannot be reached', { cause })
      return { error, retryInMs: rpcRetryDelayMs(attempt) }
    }
    const parsed = parseWire(endpoint.response(), body)
    return parsed.success ? { data: parsed.data } : invalidResponse(undefined)
  }

  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(attempt)
    if ('data' in outcome) return outcome.data
    if (attempt >= retries || outcome.retryInMs === undefined) throw outcome.error
    await sleep(clock, outcome.retryInMs, input.signal)
  }
}
