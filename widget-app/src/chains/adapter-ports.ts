import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter, RpcRequest, Unsubscribe, WalletTransport } from './chain-adapter.ts'

/** One read of a chain, answered by the page around the widget from an RPC of its own. */
export type HostRpcCall = (request: RpcRequest, signal: AbortSignal | undefined) => Promise<unknown>

/** What an adapter is given; nothing in `chains/` reaches for the world by itself. */
export type AdapterPorts = {
  readonly transport: WalletTransport
  /** JSON-RPC gateway URL of a network, `chainId` and `projectId` included. */
  readonly rpcUrl: (network: Pick<Network, 'id'>) => string
  /** The same of another gateway; undefined: there is none. */
  readonly secondRpcUrl?: (network: Pick<Network, 'id'>) => string | undefined
  /**
   * Reads a chain through the site, where no other endpoint knows it; undefined elsewhere. What comes back is
   * unparsed, good for show alone and proof of nothing.
   */
  readonly siteRead?: (chain: ChainId) => HostRpcCall | undefined
  readonly fetch: typeof fetch
  /** Symbol and decimals of a token of the bundled list; undefined: the widget does not know that contract. */
  readonly bundledToken?: (
    chain: ChainId,
    contract: string,
  ) => { readonly symbol: string; readonly decimals: number } | undefined
  /** A network as the deployment or the bundled table describes it; undefined for one that only the site describes. */
  readonly ownNetwork?: (chain: ChainId) => Promise<Network | undefined>
  /** Resolves when `bundledToken` knows the whole list, or that it cannot be loaded. */
  readonly bundledTokensReady?: () => Promise<void>
  /** The network a person or the host chose for a namespace, for wallets that are on no chain of their own. */
  readonly chosenChain?: (namespace: Namespace) => ChainId | undefined
  readonly clock: { now(): number; after(ms: number, run: () => void): Unsubscribe }
  /** Time between two looks at a pending transaction; the spec's 4 s unless given. */
  readonly pollIntervalMs?: number
}

/** What a namespace's lazily loaded module exports. */
export type AdapterModule = { readonly createAdapter: (ports: AdapterPorts) => ChainAdapter }
