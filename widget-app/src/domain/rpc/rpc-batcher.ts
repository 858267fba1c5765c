import type { RpcResponse } from '#shared/api/rpc.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { raceWithSignal, sleep } from '#widget/lib/async.ts'
import { type HttpPorts, httpStatusOf } from '#widget/lib/http.ts'
import { immutableBlock, isImmutable } from './immutable-calls.ts'
import { createRpcCache } from './rpc-cache.ts'
import { callRpcGateways, type Gateways, type RpcCall } from './rpc-gateway.ts'

/** The most reads of one batch; the gateway's own limit. */
const batchLimit = 100

/** Answers one read of a chain by the gateways of the moment. */
export type RpcBatcher = (
  gateways: Gateways,
  chainId: ChainId,
  read: RpcCall,
  signal: AbortSignal,
) => Promise<unknown>

/** Reads of one tick and one chain, each once, by their key. */
type Batch = {
  readonly reads: Map<string, RpcCall>
  readonly answers: Promise<ReadonlyMap<string, RpcResponse | undefined>>
  /** How many callers still want an answer; without any nothing is asked. */
  waiting: number
  leave(reason: unknown): void
}

const keyOf = ({ method, params }: RpcCall) => `${method} ${JSON.stringify(params)}`

/** A gateway that cannot be had in the words of EIP-1193: the chain is out of reach, or the limit is reached. */
function gatewayFailure(error: unknown): unknown {
  if (!isWidgetError(error)) return error
  const data = { widgetCode: error.code, detail: error.data }
  if (error.code === 'http/network' || error.code === 'http/timeout')
    return new ProviderRpcError(providerCodes.chainDisconnected, 'The chain cannot be reached', data)
  const code = httpStatusOf(error) === 429 ? providerCodes.limitExceeded : providerCodes.internal
  return new ProviderRpcError(code, error.message, data)
}

/**
 * Reads of the dApp: those of one tick go out together, equal ones once, and answers that never change are kept.
 * The returned lane rejects with the node's own ProviderRpcError, 4901 when the chain cannot be reached, −32005 when the
 * gateway asks for patience for too long, −32603 for an answer that makes no sense, or the signal's reason.
 */
export function createRpcBatcher(ports: HttpPorts): RpcBatcher {
  const cache = createRpcCache()
  const lastingBlocks = new Map<ChainId, bigint>()
  const open = new Map<ChainId, Batch>()

  const openBatch = (gateways: Gateways, chainId: ChainId): Batch => {
    const reads = new Map<string, RpcCall>()
    const controller = new AbortController()
    const close = () => {
      if (open.get(chainId) === batch) open.delete(chainId)
    }
    const gather = async () => {
      // Requests come from the page as messages, one task each: a timer waits for those that are already there.
      await sleep(ports.clock, 0, controller.signal)
      close()
      const asked = [...reads.values()]
      const answers = await callRpcGateways(ports, gateways, chainId, asked, controller.signal)
      return new Map([...reads.keys()].map((key, at) => [key, answers[at]]))
    }
    const batch: Batch = {
      reads,
      answers: gather(),
      waiting: 0,
      leave: (reason) => {
        batch.waiting -= 1
        if (batch.waiting > 0) return
        close()
        controller.abort(reason)
      },
    }
    // Whoever waited may be gone.
    batch.answers.catch(() => undefined)
    open.set(chainId, batch)
    return batch
  }

  const ask = async (
    gateways: Gateways,
    chainId: ChainId,
    key: string,
    read: RpcCall,
    signal: AbortSignal,
  ) => {
    const present = open.get(chainId)
    const hasRoom = present && (present.reads.size < batchLimit || present.reads.has(key))
    const batch = hasRoom ? present : openBatch(gateways, chainId)
    batch.reads.set(key, read)
    batch.waiting += 1
    try {
      return (await raceWithSignal(batch.answers, signal)).get(key)
    } catch (error) {
      if (signal.aborted) batch.leave(signal.reason)
      throw gatewayFailure(error)
    }
  }

  return async (gateways, chainId, read, signal) => {
    signal.throwIfAborted()
    const key = keyOf(read)
    const kept = cache.get(`${chainId} ${key}`)
    if (kept) return kept.answer
    const answer = await ask(gateways, chainId, key, read, signal)
    if (answer === undefined) throw new ProviderRpcError(providerCodes.internal, 'Invalid gateway answer')
    if ('error' in answer)
      throw new ProviderRpcError(answer.error.code, answer.error.message, answer.error.data)
    const { result } = answer
    const before = lastingBlocks.get(chainId) ?? -1n
    const told = immutableBlock(read, result) ?? -1n
    const lasting = told > before ? told : before
    lastingBlocks.set(chainId, lasting)
    if (isImmutable(read, result, lasting)) cache.keep(`${chainId} ${key}`, result)
    return result
  }
}
