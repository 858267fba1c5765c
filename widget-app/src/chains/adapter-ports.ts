import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter, RpcRequest, Unsubscribe, WalletTransport } from './chain-adapter.ts'
import type { SponsorPort } from './sponsorship.ts'

/** One RPC call to a chain, which the host page answers over its own RPC. */
export type HostRpcCall = (request: RpcRequest, signal: AbortSignal | undefined) => Promise<unknown>

/** What an adapter gets from outside; code in `chains/` uses no global environment. */
export type AdapterPorts = {
  readonly transport: WalletTransport
  /** JSON-RPC gateway URL of a network, `chainId` and `projectId` included. */
  readonly rpcUrl: (network: Pick<Network, 'id'>) => string
  /** The same URL of a second gateway; undefined if there is none. */
  readonly secondRpcUrl?: (network: Pick<Network, 'id'>) => string | undefined
  /**
   * Calls a chain through the host page if no other endpoint serves it; otherwise undefined. The result is unparsed. It is
   * for display only and proves nothing.
   */
  readonly hostRpc?: (chain: ChainId) => HostRpcCall | undefined
  readonly fetch: typeof fetch
  /** Symbol and decimals of a token of the bundled list; undefined for a contract that is not on it. */
  readonly bundledToken?: (
    chain: ChainId,
    contract: string,
  ) => { readonly symbol: string; readonly decimals: number } | undefined
  /** A network as the deployment or the bundled table describes it; undefined for one that only the host describes. */
  readonly knownNetwork?: (chain: ChainId) => Promise<Network | undefined>
  /** Resolves when the list behind `bundledToken` is loaded, or its load failed. */
  readonly bundledTokensReady?: () => Promise<void>
  /** The network that the user or the host selected for a namespace, for wallets without a chain of their own. */
  readonly selectedChain?: (namespace: Namespace) => ChainId | undefined
  /** Who pays fees on a chain instead of the users of our own wallet, as the deployment names it; undefined: they pay. */
  readonly sponsorName?: (chain: ChainId) => string | undefined
  /** Loads the operator's sponsorship; absent where requests are only reviewed and signed. */
  readonly loadSponsor?: () => Promise<SponsorPort>
  readonly clock: { now(): number; after(ms: number, run: () => void): Unsubscribe }
  /** Time between two polls of a pending transaction; default is the spec's 4 s. */
  readonly pollIntervalMs?: number
}

/** What a namespace's lazily loaded module exports. */
export type AdapterModule = { readonly createAdapter: (ports: AdapterPorts) => ChainAdapter }
