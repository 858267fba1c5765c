import { setMaxListeners } from 'node:events'
import type { RpcRequest, RpcResponse } from '../../../../shared/api/rpc.ts'
import { type ChainRpc, type RpcEvent, type RpcPolicyOf, UnsupportedChainError } from '../../ports/rpc.ts'
import { systemTimers, type Timers } from '../../vendor-clients/timers.ts'
import { createChain } from './chain.ts'
import type { FinalityRule } from './finality.ts'
import { createHedgeBudget } from './hedge-budget.ts'
import { type CacheLimits, createResultCache } from './result-cache.ts'
import type { RpcCallResult } from './rpc-responses.ts'
import { createUpstream, type UpstreamLimits, type UpstreamStatus } from './upstream.ts'

/** Limits of the gateway; times in milliseconds. */
export type ChainRpcLimits = UpstreamLimits &
  CacheLimits & {
    /** A call settles within this time. */
    readonly totalTimeoutMs: number
  }

const mebibyte = 1024 * 1024

const defaultLimits: ChainRpcLimits = {
  totalTimeoutMs: 9_500,
  connectTimeoutMs: 2_500,
  connections: 64,
  batchCalls: 20,
  maxQueuedCalls: 2_000,
  responseMaxBytes: 16 * mebibyte,
  failures: 5,
  openMs: 5_000,
  maxOpenMs: 60_000,
  pauseMs: 1_000,
  maxPauseMs: 300_000,
  minHedgeMs: 250,
  maxHedgeMs: 1_500,
  wrongChainRetryMs: 300_000,
  maxBytes: 64 * mebibyte,
  maxResultBytes: 8 * mebibyte,
}

export type ChainRpcParameters = {
  readonly chains: readonly {
    /** CAIP-2 id. */
    readonly chainId: string
    /** Nodes, best first: http or https, keys included. They never appear in errors or events. */
    readonly urls: readonly string[]
    /** Default: the tag `finalized`. */
    readonly finality?: FinalityRule
  }[]
  /** `rpcCallPolicy` of `core/rpc-methods.ts`. */
  readonly policyOf: RpcPolicyOf
  readonly limits?: Partial<ChainRpcLimits>
  readonly timers?: Timers
  readonly onEvent?: (event: RpcEvent) => void
}

/** The JSON-RPC gateway of the server. */
export type ChainRpcGateway = ChainRpc & {
  /** The state of each node, for readiness and `doctor`; sends no requests. */
  readonly upstreams: () => readonly UpstreamStatus[]
  /** Closes all connections; calls in flight get an error. */
  readonly close: () => Promise<void>
}

/**
 * Creates the JSON-RPC gateway over each chain's nodes: failover, hedging, circuit breakers, batching, deduplicated calls
 * and a cache that respects finality. Opens connections with the first call of a chain.
 * @throws Error when a URL is invalid, a chain has no node, or a chain is listed twice
 * @example
 * const rpc = createChainRpc({
 *   chains: [{ chainId: 'eip155:1', urls: ['https://eth.example/key', 'https://other.example'] }],
 *   policyOf: rpcCallPolicy,
 * })
 * await rpc.send('eip155:1', [{ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }])
 */
export function createChainRpc(parameters: ChainRpcParameters): ChainRpcGateway {
  const { policyOf, timers = systemTimers, onEvent = () => undefined } = parameters
  const limits = { ...defaultLimits, ...parameters.limits }
  const cache = createResultCache(limits, timers.now)
  const chains = new Map<string, ReturnType<typeof createChain>>()
  for (const { chainId, urls, finality } of parameters.chains) {
    if (chains.has(chainId)) throw new Error(`${chainId} is listed twice`)
    if (urls.length === 0) throw new Error(`${chainId} has no node`)
    const upstreams = urls.map((url) => createUpstream(chainId, url, limits, timers, onEvent))
    const group = { chainId, upstreams, timers, hedges: createHedgeBudget(), onEvent }
    const rule = finality ?? { is: 'tag' }
    chains.set(chainId, createChain(group, limits.totalTimeoutMs, rule, policyOf, cache))
  }
  const upstreams = [...chains.values()].flatMap((chain) => chain.upstreams)

  return {
    chainIds: () => [...chains.keys()],
    send: async (chainId, calls, options = {}) => {
      const chain = chains.get(chainId)
      if (chain === undefined) throw new UnsupportedChainError(chainId)
      const signalOf = () => {
        const { signal } = options
        signal?.throwIfAborted()
        // Each call of a batch adds a listener; more than ten would print a warning.
        if (signal !== undefined && calls.length > 1) setMaxListeners(0, signal)
        return signal
      }
      const results = await Promise.all(calls.map((call) => chain.send(call, signalOf, options.isFresh)))
      return calls.map((call, at) => responseOf(call, results[at], () => chain.isSubmission(call)))
    },
    upstreams: () => upstreams.map((upstream) => upstream.status()),
    close: async () => {
      await Promise.all(upstreams.map((upstream) => upstream.close()))
    },
  }
}

function responseOf(
  { id }: RpcRequest,
  result: RpcCallResult | undefined,
  isSubmission: () => boolean,
): RpcResponse {
  if (result?.is === 'result') return { jsonrpc: '2.0', id, result: result.result }
  if (result?.is === 'error')
    return { jsonrpc: '2.0', id, error: { ...result.error, data: result.error.data } }
  return { jsonrpc: '2.0', id, error: errorOf(result, isSubmission()) }
}

/** EIP-1474: −32005 limit exceeded, −32603 internal error. */
function errorOf(result: Extract<RpcCallResult, { is: 'failed' }> | undefined, isSubmission: boolean) {
  const reason = result?.reason ?? 'unavailable'
  if (reason === 'limited' || reason === 'busy') {
    const data = { reason, ...(result?.pauseMs === undefined ? {} : { retryAfterMs: result.pauseMs }) }
    return { code: -32005, message: 'The nodes of this chain limit requests', data }
  }
  const message =
    isSubmission && result?.sent
      ? 'The node did not answer; the transaction may have been sent'
      : reason === 'too-large'
        ? 'The answer of the node is too large'
        : 'No node of this chain answered'
  return { code: -32603, message, data: { reason } }
}
