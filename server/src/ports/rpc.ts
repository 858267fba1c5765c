import type { RpcRequest, RpcResponse } from '../../../shared/api/rpc.ts'

/** JSON-RPC of many chains. The caller checks which methods are allowed (`core/rpc-gateway.ts`). */
export type ChainRpc = {
  /** CAIP-2 ids of the supported chains. */
  readonly chainIds: () => readonly string[]
  /**
   * Sends calls to a chain's nodes; responses are in the order of the calls, each with the id of its call (ids may repeat).
   * A call without a node's response gets a JSON-RPC error within 10 s: −32005 if the nodes limit requests, else −32603, or
   * the last node's own error. Results are shared with other callers: do not change them.
   * @throws UnsupportedChainError
   * @throws the signal's reason, once the signal aborts; calls that no other caller waits for are aborted upstream, except
   * submissions that are already sent.
   */
  readonly send: (
    chainId: string,
    calls: readonly RpcRequest[],
    options?: {
      /** Read only for calls that are sent to nodes. */
      readonly signal?: AbortSignal
      /** True to bypass the cache. */
      readonly isFresh?: boolean
    },
  ) => Promise<readonly RpcResponse[]>
}

/** Whether and how long the result of a call is cached. Errors and null results are never cached. */
export type RpcCacheRule =
  | { readonly is: 'never' }
  /** For the lifetime of the chain: its id, its genesis hash. */
  | { readonly is: 'chain-constant' }
  /** While the chain's runtime has the same version (Polkadot). */
  | { readonly is: 'runtime-constant' }
  /** Permanently: the call identifies its state by hash, or by a final commitment. */
  | { readonly is: 'immutable' }
  /**
   * Permanently once `block` is finalized (`'result'`: the block in the result); before that for `lifetimeMs`, 0 = not
   * cached.
   */
  | { readonly is: 'finalized'; readonly block: bigint | 'result'; readonly lifetimeMs: number }
  /** For `lifetimeMs`, or until a response contains a newer block. */
  | { readonly is: 'latest'; readonly lifetimeMs: number }

/** How one call is sent. */
export type RpcCallPolicy = {
  readonly cache: RpcCacheRule
  /** Submits a transaction: sent to one node only, once, in a request of its own; never hedged, shared or cached. */
  readonly submits: boolean
  /** May be sent to a second node while the first one has not responded. */
  readonly hedge: boolean
  /** Timeout of one attempt at one node, in milliseconds. */
  readonly timeoutMs: number
  /** Points of a caller's budget; a plain read costs 1. */
  readonly cost: number
  /** Sent in a request of its own, so that no fast call waits for it. */
  readonly unbatched: boolean
}

/** Returns the policy of an allowed call (`core/rpc-methods.ts`). */
export type RpcPolicyOf = (chainId: string, call: RpcRequest) => RpcCallPolicy

/** Why a node returned no usable result. */
export type RpcFailure =
  | 'network'
  | 'not-connected'
  | 'timeout'
  | 'limited'
  | 'http-status'
  | 'redirect'
  | 'invalid-json'
  | 'wrong-shape'
  | 'missing-answer'
  | 'too-large'
  | 'batch-refused'
  | 'busy'
  | 'unavailable'
  /** No response before another node's. */
  | 'slow'

/** What a gateway reports for metrics and logs. `host` is host and port of a node's URL, never its path or query. */
export type RpcEvent =
  /** Where the response to a call came from: the cache, an equal call in flight, or nodes. */
  | { readonly is: 'call'; readonly chainId: string; readonly from: 'cache' | 'in-flight' | 'upstream' }
  /** One HTTP request to a node has ended. */
  | {
      readonly is: 'request'
      readonly chainId: string
      readonly host: string
      readonly calls: number
      readonly durationMs: number
      readonly result: 'ok' | 'aborted' | RpcFailure
    }
  | { readonly is: 'hedge' | 'failover'; readonly chainId: string; readonly host: string }
  | {
      readonly is: 'breaker'
      readonly chainId: string
      readonly host: string
      readonly state: 'open' | 'half-open' | 'closed'
    }
  /** A node requested a pause. */
  | { readonly is: 'limited'; readonly chainId: string; readonly host: string; readonly pauseMs: number }
  /** A node rejected a batch; from now on it gets at most `maxBatch` calls per request. */
  | { readonly is: 'batch-limit'; readonly chainId: string; readonly host: string; readonly maxBatch: number }
  /** A node serves another chain, or cannot report its chain id (`actual` absent): it gets no calls. */
  | { readonly is: 'wrong-chain'; readonly chainId: string; readonly host: string; readonly actual?: string }

/** The deployment has no node for the chain. */
export class UnsupportedChainError extends Error {
  override readonly name = 'UnsupportedChainError'
  readonly chainId: string

  constructor(chainId: string) {
    super(`Chain is not supported: ${chainId}`)
    this.chainId = chainId
  }
}
