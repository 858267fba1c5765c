import { postRpc, type RpcResponse } from '#shared/api/rpc.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { retryableStatuses, rpcRetryCount, rpcRetryDelayMs } from '#shared/config/limits.ts'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts, httpStatusOf } from '#widget/lib/http.ts'

/** One RPC call of a chain. */
export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

/** The gateways in the order they are tried: the primary one, then its fallbacks. */
export type Gateways = readonly [ApiBase, ...ApiBase[]]

const toJsonRpc = (reads: readonly RpcCall[]) =>
  reads.map(({ method, params }, id) => ({ jsonrpc: '2.0' as const, id, method, params: [...params] }))

/** Statuses by which a gateway may reject a batch as such, not one of its calls. */
const batchRejectionStatuses: readonly (number | undefined)[] = [400, 405, 413, 422, 501]

/** Whether a node reports in JSON-RPC what others report by a status (SPEC §8). */
const isRetryable = (response: RpcResponse): boolean =>
  'error' in response && [...retryableStatuses, providerCodes.limitExceeded].includes(response.error.code)

/** Tries the gateways in order; throws the error of the last one. */
async function post(
  ports: HttpPorts,
  gateways: Gateways,
  chainId: ChainId,
  reads: readonly RpcCall[],
  signal: AbortSignal,
): Promise<RpcResponse | RpcResponse[]> {
  const [gateway, next, ...others] = gateways
  const list = toJsonRpc(reads)
  // A single call is no batch, because not every node supports batches.
  const body = list.length === 1 ? (list[0] ?? list) : list
  const input = { params: {}, query: { chainId }, body, signal, idempotent: true }
  try {
    return await fetchEndpoint(ports, gateway, postRpc, input)
  } catch (error) {
    if (next === undefined || !isWidgetError(error)) throw error
    return post(ports, [next, ...others], chainId, reads, signal)
  }
}

async function sendBatch(
  ports: HttpPorts,
  gateways: Gateways,
  chainId: ChainId,
  reads: readonly RpcCall[],
  signal: AbortSignal,
): Promise<readonly (RpcResponse | undefined)[]> {
  const oneByOne = () =>
    Promise.all(reads.map((read) => sendBatch(ports, gateways, chainId, [read], signal).then(([one]) => one)))
  try {
    const response = await post(ports, gateways, chainId, reads, signal)
    if (Array.isArray(response)) return reads.map((_, at) => response.find(({ id }) => id === at))
    return reads.length === 1 ? [response] : await oneByOne()
  } catch (error) {
    const isBatchRejected =
      batchRejectionStatuses.includes(httpStatusOf(error)) || isWidgetError(error, 'http/invalid-response')
    if (reads.length > 1 && isBatchRejected) return oneByOne()
    throw error
  }
}

/**
 * Sends calls of one chain to the RPC gateway in one JSON-RPC batch (SPEC §7), and to the next gateway when one fails. Calls
 * with a retryable error are sent again alone, three times after 150, 300 and 600 ms (SPEC §9); a gateway without batches
 * gets them one by one. Results are in the order of the calls.
 * @throws WidgetError `http/…` of the last gateway; the signal's reason.
 */
export async function callRpcGateways(
  ports: HttpPorts,
  gateways: Gateways,
  chainId: ChainId,
  reads: readonly RpcCall[],
  signal: AbortSignal,
): Promise<readonly (RpcResponse | undefined)[]> {
  const responses = [...(await sendBatch(ports, gateways, chainId, reads, signal))]
  for (let attempt = 0; attempt < rpcRetryCount; attempt += 1) {
    const retryIndexes = responses.flatMap((response, at) => (response && isRetryable(response) ? [at] : []))
    if (retryIndexes.length === 0) break
    await sleep(ports.clock, rpcRetryDelayMs(attempt), signal)
    const retryReads = retryIndexes.flatMap((at) => reads[at] ?? [])
    const retried = await sendBatch(ports, gateways, chainId, retryReads, signal)
    for (const [at, index] of retryIndexes.entries()) responses[index] = retried[at] ?? responses[index]
  }
  return responses
}
