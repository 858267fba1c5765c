import { type Dispatcher, Pool } from 'undici'
import type { Clock } from '../../ports/clock.ts'
import type { RpcFailure } from '../../ports/rpc.ts'
import { retryAfterMs } from '../../vendor-clients/retry-after.ts'
import type { NodeEndpoint } from './endpoint.ts'

/** A JSON body, or why there is none. `sent` is false when certainly no byte of the request was sent. */
export type HttpPostResult =
  | { readonly is: 'json'; readonly status: number; readonly body: unknown }
  | {
      readonly is: 'failed'
      readonly reason: RpcFailure | 'aborted'
      readonly sent: boolean
      readonly status?: number
      readonly retryAfterMs?: number
    }

export type ConnectionLimits = {
  readonly connections: number
  readonly connectTimeoutMs: number
  readonly responseMaxBytes: number
}

/**
 * Connections to one node. Uses a pool of undici and not `fetch`: it limits connections per node and bytes per response,
 * follows no redirects, decompresses nothing, and uses a third of the CPU time. Timeouts are the caller's signal.
 */
export const createPool = (endpoint: NodeEndpoint, limits: ConnectionLimits): Pool =>
  new Pool(endpoint.origin, {
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs },
    maxResponseSize: limits.responseMaxBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })

/** Statuses with which some nodes send a JSON-RPC error; others mean that the node, or its key, does not work. */
const mayHaveJson = (status: number) =>
  status < 300 || (status >= 400 && status < 500 && ![401, 403, 404, 407, 429].includes(status))

/** Posts JSON to a node and reads its response. Never rejects; an abort of the signal is `timeout` if that is its reason. */
export async function postJson(
  pool: Pool,
  endpoint: NodeEndpoint,
  body: string,
  signal: AbortSignal,
  now: Clock,
): Promise<HttpPostResult> {
  try {
    const { path, headers } = endpoint
    const response = await pool.request({ method: 'POST', path, headers, body, signal })
    const { statusCode: status } = response
    if (!mayHaveJson(status)) {
      discard(response)
      return failedStatus(status, response.headers['retry-after'], now)
    }
    const parsed: unknown = JSON.parse(await response.body.text())
    return { is: 'json', status, body: parsed }
  } catch (error) {
    if (signal.aborted) {
      return { is: 'failed', reason: signal.reason === 'timeout' ? 'timeout' : 'aborted', sent: true }
    }
    return failureOf(error)
  }
}

/** Closes the connection instead of reading the rest, which a broken node may never send. */
function discard({ body }: Dispatcher.ResponseData) {
  body.on('error', () => undefined)
  body.destroy()
}

function failedStatus(status: number, retryAfter: string | string[] | undefined, now: Clock): HttpPostResult {
  const reason = status === 429 ? 'limited' : status < 400 ? 'redirect' : 'http-status'
  const pauseMs = status === 429 || status === 503 ? retryAfterMs(retryAfter, now()) : undefined
  return {
    is: 'failed',
    reason,
    sent: true,
    status,
    ...(pauseMs === undefined ? {} : { retryAfterMs: pauseMs }),
  }
}

const neverConnected: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function failureOf(error: unknown): HttpPostResult {
  if (error instanceof SyntaxError) return { is: 'failed', reason: 'invalid-json', sent: true }
  const code: unknown = Reflect.get(Object(error), 'code')
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { is: 'failed', reason: 'too-large', sent: true }
  return neverConnected.includes(code)
    ? { is: 'failed', reason: 'not-connected', sent: false }
    : { is: 'failed', reason: 'network', sent: true }
}
