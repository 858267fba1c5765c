import { type RpcResponse, rpcResponse } from '#shared/api/rpc.ts'
import {
  retryAfterCapMs,
  retryableStatuses,
  rpcRetryCount,
  rpcRetryDelayMs,
  rpcTimeoutMs,
} from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { parseWire } from '#shared/wire-schema.ts'
import * as z from '#shared/zod.ts'
import { sleep, withTimeout } from '#widget/lib/async.ts'
import { retryAfterMs } from '#widget/lib/http.ts'
import type { AdapterPorts } from './adapter-ports.ts'

/** Repeating one of these could move money twice. */
const neverRetried: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'sendTransaction',
  'author_submitExtrinsic',
])

export type JsonRpcOptions = { readonly signal?: AbortSignal | undefined; readonly retries?: number }

/** Calls a node and parses its result with the given schema. */
export type JsonRpc = <Result extends z.ZodMiniType>(
  method: string,
  params: readonly unknown[],
  result: Result,
  options?: JsonRpcOptions,
) => Promise<z.output<Result>>

/** Outcome of one attempt: the node's result, or an error with the delay before a retry. */
type Attempt =
  | { readonly is: 'answered'; readonly result: unknown }
  | { readonly is: 'failed'; readonly error: Error; readonly retryInMs: number | undefined }

const failed = (error: Error, retryInMs?: number): Attempt => ({ is: 'failed', error, retryInMs })

function parseBody(text: string): RpcResponse | undefined {
  try {
    const parsed = parseWire(rpcResponse, JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Delay before a retry (SPEC §8); `undefined` if the status is final or the requested delay exceeds the cap. */
function retryDelay(response: Response, attempt: number, now: number): number | undefined {
  if (!retryableStatuses.includes(response.status)) return undefined
  const requestedMs = retryAfterMs(response.headers.get('retry-after'), now) ?? 0
  const delayMs = Math.max(requestedMs, rpcRetryDelayMs(attempt))
  return delayMs <= retryAfterCapMs ? delayMs : undefined
}

function toAttempt(response: Response, text: string, retryInMs: number | undefined): Attempt {
  const parsedBody = parseBody(text)
  // A gateway may explain a rejection in a JSON-RPC body, which is more precise than the status.
  if (parsedBody !== undefined && 'error' in parsedBody) {
    const { code, message, data } = parsedBody.error
    return failed(new ProviderRpcError(code, message, data), retryInMs)
  }
  if (!response.ok) {
    const data = { status: response.status }
    return failed(
      new WidgetError('http/status', `RPC gateway answered ${response.status}`, { data }),
      retryInMs,
    )
  }
  return parsedBody === undefined
    ? failed(
        new WidgetError('http/invalid-response', 'RPC gateway answered with something else than JSON-RPC'),
      )
    : { is: 'answered', result: parsedBody.result }
}

/**
 * A JSON-RPC 2.0 client over `fetch`: 10 s timeout for each attempt; statuses of SPEC §8 are retried 3 times after 150, 300,
 * 600 ms or `Retry-After`; transactions are never sent twice.
 * Calls reject with the node's `ProviderRpcError`, WidgetError `http/*`, or the signal's reason.
 */
export function createJsonRpc(ports: Pick<AdapterPorts, 'fetch' | 'clock'>, url: string): JsonRpc {
  const { clock } = ports
  const post = async (body: string, attempt: number, outer: AbortSignal | undefined): Promise<Attempt> => {
    const timeout = new WidgetError('http/timeout', `RPC gateway did not answer within ${rpcTimeoutMs} ms`)
    const exchange = async (signal: AbortSignal): Promise<Attempt> => {
      const headers = { 'content-type': 'application/json' }
      const response = await ports.fetch(url, { method: 'POST', headers, body, signal })
      return toAttempt(response, await response.text(), retryDelay(response, attempt, clock.now()))
    }
    try {
      return await withTimeout(clock, rpcTimeoutMs, () => timeout, exchange, outer)
    } catch (cause) {
      outer?.throwIfAborted()
      if (cause === timeout) return failed(timeout)
      return failed(new WidgetError('http/network', 'RPC gateway is unreachable', { cause }))
    }
  }

  return async (method, params, result, options = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const retries = neverRetried.has(method) ? 0 : (options.retries ?? rpcRetryCount)
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await post(body, attempt, options.signal)
      if (outcome.is === 'answered') {
        const parsed = z.safeParse(result, outcome.result)
        if (parsed.success) return parsed.data
        throw new WidgetError('http/invalid-response', `Unexpected result of ${method}`, {
          cause: parsed.error,
        })
      }
      if (attempt >= retries || outcome.retryInMs === undefined) throw outcome.error
      await sleep(clock, outcome.retryInMs, options.signal)
    }
  }
}
