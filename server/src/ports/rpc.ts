import type { RpcRequest, RpcResponse } from '../../../shared/api/rpc.ts'

/** JSON-RPC of many chains. Which methods may pass is the caller's to check (`core/rpc-gateway.ts`). */
export type ChainRpc = {
  /** CAIP-2 ids that it serves. */
  readonly chainIds: () => readonly string[]
  /**
   * Sends calls to a chain's nodes; answers come in the order of the calls, each with the id of its call (ids may repeat). A
   * call that no node answers gets a JSON-RPC error within 10 s: −32005 where the nodes limit requests, else −32603, or
   * the last node's own error. Results are shared with other callers: do not change them.
   * @throws UnsupportedChainError
   * @throws the signal's reason, once the signal aborts; calls that no other caller waits for are aborted upstream, except
   * submissions that are already sent.
   */
  readonly send: (
    chainId: string,
    calls: readonly RpcRequest[],
    options?: {
      /** Read only for calls that nodes have to answer. */
      readonly signal?: AbortSignal
      /** True when no answer may come from a cache. */
      readonly isFresh?: boolean
    },
  ) => Promise<readonly RpcResponse[]>
}

/** Whether and how long the result of a call is cached. Errors and null results are never cached. */
export type RpcCacheRule =
  | { readonly is: 'never' }
  /** For the life of the chain: its id, its genesis hash. */
  | { readonly is: 'chain-constant' }
  /** While the chain's runtime has the same version (Polkadot). */
  | { readonly is: 'runtime-constant' }
  /** For good: the call names its state by hash, or by a commitment that is final. */
  | { readonly is: 'immutable' }
  /** For good once `block` is finalized (`'result'`: the block that the result names); before that for `lifetimeMs`, 0 = not. */
  | { readonly is: 'finalized'; readonly block: bigint | 'result'; readonly lifetimeMs: number }
  /** For `lifetimeMs`, and until an answer shows a newer block. */
  | { readonly is: 'latest'; readonly lifetimeMs: number }

/** How one call is sent. */
export type RpcCallPolicy = {
  readonly cache: RpcCacheRule
  /** Submits a transaction: sent to one node only, once, in a request of its own; never hedged, shared or cached. */
  readonly submits: boolean
  /** May be sent to a second node while the first has not answered. */
  readonly hedge: boolean
  /** Limit of one attempt at one node, in milliseconds. */
  readonly timeoutMs: number
  /** Units of a caller's budget; a plain read costs 1. */
  readonly cost: number
  /** Gets a request of its own, so that no quick call waits for it. */
  readonly alone: boolean
}

/** The policy of a call that may pass (`core/rpc-methods.ts`). */
export type RpcPolicyOf = (chainId: string, call: RpcRequest) => RpcCallPolicy

/** Why a node gave no usable answer. */
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
  /** Still without an answer when another node had answered. */
  | 'slow'

/** What a gateway reports for metrics and logs. `host` is host and port of a node's URL, never its path or query. */
export type RpcEvent =
  /** Where the answer to a call came from: the cache, an equal call in flight, or nodes. */
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
  /** A node asked for a pause. */
  | { readonly is: 'limited'; readonly chainId: string; readonly host: string; readonly pauseMs: number }
  /** A node refused a batch; it gets at most `maxBatch` calls in one request from now on. */
  | { readonly is: 'batch-limit'; readonly chainId: string; readonly host: string; readonly maxBatch: number }
  /** A node answers for another chain, or cannot name its chain (`actual` absent): it gets no calls. */
  | { readonly is: 'wrong-chain'; readonly chainId: string; readonly host: string; readonly actual?: string }

/** A chain that the deployment has no node for. */
export class UnsupportedChainError extends Error {
  override readonly name = 'UnsupportedChainError'
  readonly chainId: string

  constructor(chainId: string) {
    super(`Chain is not supported: ${chainId}`)
    this.chainId = chainId
  }
}
