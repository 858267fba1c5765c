import type { RpcRequest, RpcResponse } from '../../../shared/api/rpc.ts'

/** JSON-RPC of many chains. Which methods may pass is the caller's to check (`core/rpc-methods.ts`). */
export type ChainRpc = {
  /** CAIP-2 ids that it serves. */
  readonly chainIds: () => readonly string[]
  /**
   * Sends calls to a chain's nodes; answers come in the order of the calls, each with the id of its call. A call that no node
   * answers gets a JSON-RPC error; nothing is thrown but for a chain that is not served.
   * @throws UnsupportedChainError
   */
  readonly send: (
    chainId: string,
    calls: readonly RpcRequest[],
    options?: {
      readonly signal?: AbortSignal
      /** True when no answer may come from a cache. */
      readonly isFresh?: boolean
    },
  ) => Promise<readonly RpcResponse[]>
}

/** A chain that the deployment has no node for. */
export class UnsupportedChainError extends Error {
  override readonly name = 'UnsupportedChainError'
  readonly chainId: string

  constructor(chainId: string) {
    super(`Chain is not supported: ${chainId}`)
    this.chainId = chainId
  }
}
