import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import type { Network } from '#shared/config/network.ts'

export type Unsubscribe = () => void

/** A JSON-RPC request in EIP-1193 shape. */
export type RpcRequest = { readonly method: string; readonly params?: readonly unknown[] | object }

/**
 * How adapters reach wallets. Bindings: over the channel to host-sdk, the standalone page's own window, and
 * memory in unit tests. `request` rejects with `ProviderRpcError`.
 */
export type WalletTransport = {
  list(): readonly FoundWallet[]
  /** Calls `onChange` with the current list at once and after every change. */
  watch(onChange: (wallets: readonly FoundWallet[]) => void): Unsubscribe
  request(handle: string, request: RpcRequest, options?: { readonly signal?: AbortSignal }): Promise<unknown>
  /** Wallet events by name: `accountsChanged`, `chainChanged`, `disconnect` … Data is unparsed. */
  onEvent(handle: string, listener: (event: string, data: unknown) => void): Unsubscribe
}

/** A live connection to one wallet in one namespace. `accounts[0]` is the wallet's own choice of account. */
export type Connection = {
  readonly namespace: Namespace
  /** Stable across page loads: `namespace:rdns`, or `namespace:name` for a legacy wallet. */
  readonly walletId: string
  readonly handle: string
  readonly walletName: string
  readonly icon: string | undefined
  readonly accounts: readonly [string, ...string[]]
  /** The chain the wallet is on now; it may be one the host has not configured. */
  readonly chain: ChainId
}

export type ConnectionChange =
  | { readonly is: 'accounts'; readonly accounts: readonly [string, ...string[]] }
  | { readonly is: 'chain'; readonly chain: ChainId }
  | { readonly is: 'disconnected' }

/** An asset on a network: the native currency, or a token by contract address. */
export type Asset = {
  readonly chain: ChainId
  readonly address: string | undefined
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/** An amount in base units of its asset. */
export type AssetAmount = { readonly asset: Asset; readonly value: bigint }

export type Transfer = {
  readonly from: string
  readonly to: string
  readonly asset: Asset
  /** Base units, above zero. */
  readonly value: bigint
}

/** Fee of a transfer in the native currency's base units. `maxFee` is `expectedFee` times the spec's multiplier 1.2. */
export type FeeEstimate = {
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Set on chains without a base fee (before EIP-1559): the transaction carries this price alone. */
  readonly legacyGasPrice?: bigint
  readonly expectedFee: bigint
  readonly maxFee: bigint
}

/** A transaction handed to the chain. `nonce` tells replaced from dropped. */
export type SubmittedTransaction = {
  readonly chain: ChainId
  readonly from: string
  readonly hash: string
  readonly nonce: number | undefined
}

/** Where a followed transaction stands; the last four are final. */
export type TransactionStatus =
  /** `nonce` as soon as the chain tells it: keep it, because a later page needs it to tell replaced from dropped. */
  | { readonly is: 'submitted'; readonly nonce?: number }
  | { readonly is: 'confirmed'; readonly block: bigint; readonly fee: bigint }
  | { readonly is: 'failed'; readonly block: bigint; readonly fee: bigint }
  | { readonly is: 'replaced'; readonly by: string | undefined }
  | { readonly is: 'dropped' }

/**
 * What the chain says of a transfer after the wallet answered (channel D8). `unverifiable`: our node does not show the
 * transaction (yet), or an account contract sent it through another account.
 */
export type SentVerdict = 'verified' | 'unverifiable'

export type ConnectOptions = {
  /** Silent: never a prompt (`eth_accounts`); throws `wallet/no-account` when the wallet would have to ask. */
  readonly silent: boolean
  readonly signal?: AbortSignal
}

/** One namespace's abilities. A missing member means "not supported here": ask with `required`. */
export type ChainAdapter = {
  readonly namespace: Namespace
  /**
   * Normalises an address for this namespace.
   * @throws WidgetError `address/invalid` ('Invalid address') or `address/checksum`.
   */
  parseAddress(text: string): string
  connect(wallet: FoundWallet, options: ConnectOptions): Promise<Connection>
  disconnect(connection: Connection): Promise<void>
  watch(connection: Connection, onChange: (change: ConnectionChange) => void): Unsubscribe
  /** Passes a wallet method through to the connected wallet. */
  request(
    connection: Connection,
    request: RpcRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>
  /**
   * Switches the wallet; an unrecognised chain is added first (SPEC §4). Never prompts again after a refusal.
   * @throws ProviderRpcError of the wallet; WidgetError `chain/not-supported-by-wallet` 'Chain is not supported'.
   */
  switchNetwork?(connection: Connection, network: Network): Promise<void>
  /** Native balance in base units, from the RPC gateway. */
  nativeBalance?(address: string, network: Network): Promise<bigint>
  /** Balances of the given tokens in one read (Multicall3), unknown ones left out. */
  tokenBalances?(
    address: string,
    network: Network,
    tokens: readonly string[],
  ): Promise<readonly AssetAmount[]>
  estimateFee?(transfer: Transfer, network: Network): Promise<FeeEstimate>
  /**
   * Asks the wallet to sign and submit; resolves with the hash (success is the hash, SPEC §2).
   * The wallet signs on its own chain, so the caller has switched it before.
   */
  send?(connection: Connection, transfer: Transfer, fee: FeeEstimate): Promise<SubmittedTransaction>
  /**
   * Compares the transaction on the chain with what was asked (channel D8). Call it beside `follow` right after `send`,
   * again at the end if it was unverifiable, and with a replacing hash to learn whether that was the same transfer.
   * @throws WidgetError `send/mismatch` when receiver, amount, data or chain differ.
   */
  verifySent?(
    transaction: SubmittedTransaction,
    transfer: Transfer,
    network: Network,
    signal: AbortSignal,
  ): Promise<SentVerdict>
  /** Follows a transaction to its end, reporting each change; resolves with the final status. Aborts with the signal. */
  follow?(
    transaction: SubmittedTransaction,
    network: Network,
    onStatus: (status: TransactionStatus) => void,
    signal: AbortSignal,
  ): Promise<TransactionStatus>
}

/** What a namespace tells without loading its SDK. */
export type ChainManifest = {
  readonly namespace: Namespace
  /** Cheap shape test, no checksum. */
  looksLikeAddress(text: string): boolean
  explorerTransactionUrl(network: Network, hash: string): string | undefined
  explorerAddressUrl(network: Network, address: string): string | undefined
}

/** What an adapter is given; nothing in `chains/` reaches for the world by itself. */
export type AdapterPorts = {
  readonly transport: WalletTransport
  /** JSON-RPC gateway URL of a network, `chainId` and `projectId` included. */
  readonly rpcUrl: (network: Network) => string
  readonly fetch: typeof fetch
  readonly clock: { now(): number; after(ms: number, run: () => void): Unsubscribe }
  /** Time between two looks at a pending transaction; the spec's 4 s unless given. */
  readonly pollIntervalMs?: number
}

/** What a namespace's lazily loaded module exports. */
export type AdapterModule = { readonly createAdapter: (ports: AdapterPorts) => ChainAdapter }
