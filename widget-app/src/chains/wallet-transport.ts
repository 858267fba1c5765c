import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'

export type Unsubscribe = () => void

/** A JSON-RPC request in EIP-1193 shape. */
export type RpcRequest = { readonly method: string; readonly params?: readonly unknown[] | object }

/** Options of a request to a wallet. */
export type WalletRequestOptions = {
  readonly signal?: AbortSignal
  /**
   * A dApp request that passed the review. A WalletConnect session may review the widget's requests without this flag first.
   */
  readonly isReviewed?: boolean
}

/**
 * How adapters reach wallets. Bindings: the channel to host-sdk, the window of the development page, and memory in unit
 * tests. `request` rejects with `ProviderRpcError`.
 */
export type WalletTransport = {
  list(): readonly DiscoveredWallet[]
  /** Calls `onChange` with the current list at once and after every change. */
  watch(onChange: (wallets: readonly DiscoveredWallet[]) => void): Unsubscribe
  request(handle: string, request: RpcRequest, options?: WalletRequestOptions): Promise<unknown>
  /** Wallet events by name: `accountsChanged`, `chainChanged`, `disconnect`, and others. Data is unparsed. */
  onEvent(handle: string, listener: (event: string, data: unknown) => void): Unsubscribe
}
