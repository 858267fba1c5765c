import type { RpcResponse } from '#shared/api/rpc.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { raceWithSignal, sleep } from '#widget/lib/async.ts'
import { type HttpPorts, httpStatusOf } from '#widget/lib/http.ts'
import { immutableBlock, isImmutable } from './immutable-calls.ts'
import { createRpcCache } from './rpc-cache.ts'
import { callRpcGateways, type Gateways, type RpcCall } from './rpc-gateway.ts'

/** Maximum of calls in a batch; the gateway's own limit. */
const batchLimit = 100

/** Sends one call to a chain through the current gateways. */
export type RpcBatcher = (
  gateways: Gateways,
  chainId: ChainId,
  read: RpcCall,
  signal: AbortSignal,
) => Promise<unknown>

/** Calls of one tick and one chain, each once, by their key. */
type Batch = {
  readonly reads: Map<string, RpcCall>
  readonly results: Promise<ReadonlyMap<string, RpcResponse | undefined>>
  /** Number of callers that wait for a result; without any, nothing is sent. */
  waiterCount: number
  abandon(reason: unknown): void
}

const keyOf = ({ method, params }: RpcCall) => `${method} ${JSON.stringify(params)}`

/** Converts a gateway failure to an EIP-1193 error: the chain is unreachable, or the limit is reached. */
function gatewayFailure(error: unknown): unknown {
  if (!isWidgetError(error)) return error
  const data = { widgetCode: error.code, detail: error.data }
  if (error.code === 'http/network' || error.code === 'http/timeout')
    return new ProviderRpcError(providerCodes.chainDisconnected, 'The chain cannot be reached', data)
  const code = httpStatusOf(error) === 429 ? providerCodes.limitExceeded : providerCodes.internal
  return new ProviderRpcError(code, error.message, data)
}

/**
 * Batches the dApp's calls: those of one tick are sent together, equal ones once, and immutable results are cached. The
 * batcher rejects with the node's own ProviderRpcError, 4901 when the chain cannot be reached, −32005 when the gateway's
 * rate limit lasts too long, −32603 for an invalid response, or the signal's reason.
 */
export function createRpcBatcher(ports: HttpPorts): RpcBatcher {
  const cache = createRpcCache()
  const immutableBlocks = new Map<ChainId, bigint>()
  const openBatches = new Map<ChainId, Batch>()

  const openBatch = (gateways: Gateways, chainId: ChainId): Batch => {
    const reads = new Map<string, RpcCall>()
    const controller = new AbortController()
    const close = () => {
      if (openBatches.get(chainId) === batch) openBatches.delete(chainId)
    }
    const collect = async () => {
      // Calls arrive from the page as messages, one task each: a timer waits for those that are already queued.
      await sleep(ports.clock, 0, controller.signal)
      close()
      const calls = [...reads.values()]
      const responses = await callRpcGateways(ports, gateways, chainId, calls, controller.signal)
      return new Map([...reads.keys()].map((key, at) => [key, responses[at]]))
    }
    const batch: Batch = {
      reads,
      results: collect(),
      waiterCount: 0,
      abandon: (reason) => {
        batch.waiterCount -= 1
        if (batch.waiterCount > 0) return
        close()
        controller.abort(reason)
      },
    }
    // All callers may have aborted.
    batch.results.catch(() => undefined)
    openBatches.set(chainId, batch)
    return batch
  }

  const sendBatched = async (
    gateways: Gateways,
    chainId: ChainId,
    key: string,
    read: RpcCall,
    signal: AbortSignal,
  ) => {
    const openForChain = openBatches.get(chainId)
    const canJoin = openForChain && (openForChain.reads.size < batchLimit || openForChain.reads.has(key))
    const batch = canJoin ? openForChain : openBatch(gateways, chainId)
    batch.reads.set(key, read)
    batch.waiterCount += 1
    try {
      return (await raceWithSignal(batch.results, signal)).get(key)
    } catch (error) {
      if (signal.aborted) batch.abandon(signal.reason)
      throw gatewayFailure(error)
    }
  }

  return async (gateways, chainId, read, signal) => {
    signal.throwIfAborted()
    const key = keyOf(read)
    const cached = cache.get(`${chainId} ${key}`)
    if (cached) return cached.result
    const response = await sendBatched(gateways, chainId, key, read, signal)
    if (response === undefined) throw new ProviderRpcError(providerCodes.internal, 'Invalid gateway answer')
    if ('error' in response)
      throw new ProviderRpcError(response.error.code, response.error.message, response.error.data)
    const { result } = response
    const previous = immutableBlocks.get(chainId) ?? -1n
    const reported = immutableBlock(read, result) ?? -1n
    const highestImmutable = reported > previous ? reported : previous
    immutableBlocks.set(chainId, highestImmutable)
    if (isImmutable(read, result, highestImmutable)) cache.set(`${chainId} ${key}`, result)
    return result
  }
}
