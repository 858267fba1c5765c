import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, AssetAmount } from './asset.ts'
import type { Connection, FactsByAddress } from './connection.ts'
import type { ContractCalls } from './contract-calls.ts'
import type { FeeEstimate } from './fee-estimate.ts'
import type { Description, Fact, Simulation } from './request-facts.ts'
import type { ResolvedName } from './resolved-name.ts'
import type { SmartSessions } from './smart-sessions.ts'
import type {
  ResponseVerdict,
  SentVerdict,
  SubmittedTransaction,
  TransactionStatus,
} from './submitted-transaction.ts'

export type { Asset, AssetAmount } from './asset.ts'
export type { AccountFacts, Connection, FactsByAddress } from './connection.ts'
export type {
  CallBundles,
  CallRun,
  ContractCall,
  ContractCalls,
  SentBundle,
} from './contract-calls.ts'
export type { ComputeFee, FeeEstimate, GasFee, WeightFee } from './fee-estimate.ts'
export type { IncomingTransfers } from './incoming-transfers.ts'
export type { ResolvedName } from './resolved-name.ts'
export type {
  ResponseVerdict,
  SentVerdict,
  SentVerification,
  SubmittedTransaction,
  TransactionStatus,
} from './submitted-transaction.ts'

export type Unsubscribe = () => void

/** A JSON-RPC request in EIP-1193 shape. */
export type RpcRequest = { readonly method: string; readonly params?: readonly unknown[] | object }

/** How a wallet is asked. */
export type WalletRequestOptions = {
  readonly signal?: AbortSignal
  /** A dApp's request that passed the review. What the widget asks a session for without it may be reviewed first. */
  readonly isReviewed?: boolean
}

/**
 * How adapters reach wallets. Bindings: over the channel to host-sdk, the development page's own window, and
 * memory in unit tests. `request` rejects with `ProviderRpcError`.
 */
export type WalletTransport = {
  list(): readonly DiscoveredWallet[]
  /** Calls `onChange` with the current list at once and after every change. */
  watch(onChange: (wallets: readonly DiscoveredWallet[]) => void): Unsubscribe
  request(handle: string, request: RpcRequest, options?: WalletRequestOptions): Promise<unknown>
  /** Wallet events by name: `accountsChanged`, `chainChanged`, `disconnect` … Data is unparsed. */
  onEvent(handle: string, listener: (event: string, data: unknown) => void): Unsubscribe
}

export type ConnectionChange =
  | {
      readonly is: 'accounts'
      readonly accounts: readonly [string, ...string[]]
      readonly facts?: FactsByAddress | undefined
    }
  | { readonly is: 'chain'; readonly chain: ChainId }
  | { readonly is: 'disconnected' }

export type Transfer = {
  readonly from: string
  readonly to: string
  readonly asset: Asset
  /** Base units, above zero. */
  readonly value: bigint
}

export type ConnectOptions = {
  /** Silent: never a prompt (`eth_accounts`); throws `wallet/no-account` when the wallet would have to ask. */
  readonly silent: boolean
  readonly signal?: AbortSignal
}

/** What can be sent of a native currency, and with it what is staked, locked or reserved; in base units. */
export type NativeHolding = { readonly value: bigint; readonly total: bigint }

/** A text and what an account's key made of it: hex on eip155 and polkadot, base58 on solana. */
export type SignedText = { readonly message: string; readonly signature: string }

export type RequestOptions = WalletRequestOptions & {
  /** The user was shown the request: what was read of the wallet before that is old. */
  readonly isShown?: boolean
  /**
   * Called once for each answer that the wallet signed or sent something for and that was not refused at once, at the latest
   * half a minute later: how its comparison with what was asked ended (channel D8).
   */
  readonly onChecked?: (check: ResponseVerdict) => void
}

/**
 * A dApp's request after its one parse. Reader, simulation, wallet and check all use the parsed value it was made from, and
 * the wallet gets that value re-serialised: what was reviewed is what is signed.
 */
export type PreparedRequest = {
  /** What goes to the wallet. */
  readonly request: RpcRequest
  /**
   * What it does, in plain terms; absent for a request that signs nothing. Token figures may still be raw. It reads the
   * chain only where the request itself does not say enough (lookup tables, metadata).
   * @throws whatever prevents reading: such a request is shown as one that could not be read.
   */
  readonly read?: (signal: AbortSignal) => Promise<Description>
  /**
   * Runs it on the chain as it is now, without sending it; `undefined` where there is nothing to run.
   * @throws WidgetError `http/*`, ProviderRpcError of a node that cannot.
   */
  readonly simulate?: (network: Network, signal: AbortSignal) => Promise<Simulation | undefined>
  /**
   * The same request with its one approval lowered to an amount in base units; absent where there is none to lower. A later
   * call starts from what the site asked for again.
   * @throws RangeError for a negative amount, or one above what the site asked for.
   */
  readonly withLimit?: (amount: bigint) => PreparedRequest
  /**
   * Asks the wallet, and compares the answer with what was asked (channel D8).
   * @throws ProviderRpcError 4901 when the wallet is on another chain by now, −32603 with `data.reason` 'mismatch', or the
   * wallet's own.
   */
  ask(options?: RequestOptions): Promise<unknown>
}

/** A claim of a name by an account, signed. */
export type NameRegistration = SignedText & { readonly coinType: number; readonly address: string }

/** One namespace's abilities. A missing member means "not supported here": ask with `required`. */
export type ChainAdapter = {
  readonly namespace: Namespace
  /**
   * Normalises an address for this namespace; `chain` is where it is used, whose own checksum it may have (EIP-1191).
   * @throws WidgetError `address/invalid` ('Invalid address') or `address/checksum`.
   */
  parseAddress(text: string, chain?: ChainId): string
  /**
   * A normalised address as people of one network write it, where networks differ in that (SS58 prefixes).
   * @throws WidgetError `http/*`, `chain/unsupported`; ProviderRpcError of the node.
   */
  addressOn?(address: string, network: Network): Promise<string>
  /** All forms in which people see a normalised address, where it has several: one that imitates another does it in one. */
  addressForms?(address: string): readonly string[]
  connect(wallet: DiscoveredWallet, options: ConnectOptions): Promise<Connection>
  disconnect(wallet: Pick<Connection, 'namespace' | 'walletId' | 'handle'>): Promise<void>
  watch(connection: Connection, onChange: (change: ConnectionChange) => void): Unsubscribe
  /**
   * Parses a dApp's request to the connected wallet, in the words of its ecosystem (docs/protocol.md), once and for all that
   * follows.
   * @throws ProviderRpcError 4200 for a method that no dApp may use, −32602 for parameters that do not fit, 4100 for an
   * account that is not connected, 4901 for a chain that the wallet is not on.
   */
  prepare(connection: Connection, request: RpcRequest): Promise<PreparedRequest>
  /** Loads what `prepare` needs, before the first request. @throws when a file cannot be loaded. */
  readyRequests?(): Promise<unknown>
  /** The same with symbol and decimals of tokens as the chain tells them; what it does not tell stays raw. */
  readFigures?(description: Description, network: Network, signal: AbortSignal): Promise<Description>
  /** Those of the addresses that are contracts now; on Solana accounts of a program. */
  contractsAmong?(
    addresses: readonly string[],
    network: Network,
    signal: AbortSignal,
  ): Promise<readonly string[]>
  /**
   * Switches the wallet; an unrecognised chain is added first (SPEC §4), if the network has `rpcUrls`, by
   * `options.addNetwork`. Resolves once the wallet was read to be on that chain. Never prompts again after a refusal.
   * @throws ProviderRpcError of the wallet; WidgetError `chain/not-supported-by-wallet` 'Chain is not supported',
   * `chain/not-switched` when the wallet acknowledged the switch and stayed on its chain.
   */
  switchNetwork?(connection: Connection, network: Network, options?: SwitchOptions): Promise<void>
  /**
   * Asks the wallet to sign a sign-in message (CAIP-122), with its own screen for that where it has one; gives the very
   * text that was signed.
   * @throws ProviderRpcError of the wallet, 4001 when the person refuses; WidgetError `siwx/invalid-message`.
   */
  signIn?(
    connection: Connection,
    message: SignInMessage,
    options?: { readonly signal?: AbortSignal },
  ): Promise<SignedText>
  /** What a text asks the account to agree to, by the rules for the texts of a site. */
  readText?(text: string): Promise<Fact>
  /**
   * Whether an account signed a text. On eip155 the chain answers for contracts (ERC-1271), also for those which are not
   * deployed yet (ERC-6492).
   * @throws WidgetError `http/…` while that chain cannot be asked.
   */
  verifyMessage?(signed: SignedText & { readonly address: string }, network: Network): Promise<boolean>
  /**
   * Looks a name up in the namespace's own service (ENS), for an account on that chain.
   * @throws WidgetError `name/invalid` for what no name is written like, `http/*`; ProviderRpcError of the node.
   */
  resolveName?(name: string, chain: ChainId, signal: AbortSignal): Promise<ResolvedName>
  /** What an account calls itself there, where that name belongs to it. Throws like `resolveName`. */
  reverseName?(address: string, chain: ChainId, signal: AbortSignal): Promise<ResolvedName | undefined>
  /**
   * Asks the wallet to sign the claim of a registered name (SPEC §7 `POST /v1/profile/account`).
   * @throws ProviderRpcError of the wallet, 4001 when the person refuses.
   */
  claimName?(
    connection: Connection,
    message: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<NameRegistration>
  /** Native balance in base units, from the RPC gateway: what can be sent of it. */
  nativeBalance?(address: string, network: Network): Promise<bigint>
  /** The same beside all that the account has, where the chain holds some of that back. */
  nativeHolding?(address: string, network: Network): Promise<NativeHolding>
  /** Balances of the given tokens in one read (Multicall3), unknown ones left out. */
  tokenBalances?(
    address: string,
    network: Network,
    tokens: readonly string[],
  ): Promise<readonly AssetAmount[]>
  /**
   * Balances of the given tokens, and of all others that an account holds something of, where the chain itself can tell.
   * What it does not know is left out.
   */
  heldTokens?(address: string, network: Network, tokens: readonly string[]): Promise<readonly AssetAmount[]>
  estimateFee?(transfer: Transfer, network: Network): Promise<FeeEstimate>
  /**
   * Asks the wallet to sign and submit; resolves with the hash (success is the hash, SPEC §2).
   * The wallet signs on its own chain, so the caller has switched it before. Where the wallet only signs and we submit,
   * `onSigned` is called between the two: what is written down then is found on the chain whatever becomes of this page.
   */
  send?(
    connection: Connection,
    transfer: Transfer,
    fee: FeeEstimate,
    onSigned?: (transaction: SubmittedTransaction) => void,
  ): Promise<SubmittedTransaction>
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
  /**
   * What a transfer of a token in a block brought its receiver, in base units, by the balances or events of the chain.
   * Undefined where that cannot be told.
   * @throws WidgetError `http/*`, ProviderRpcError of the node.
   */
  amountArrived?(
    hash: string,
    transfer: Transfer,
    network: Network,
    signal: AbortSignal,
  ): Promise<bigint | undefined>
  readonly smartSessions?: SmartSessions<Connection>
  /** Absent where there are no contracts to call, or nobody has built it. */
  readonly contractCalls?: ContractCalls
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

/** How a wallet is switched to a network that it does not know. */
export type SwitchOptions = {
  /**
   * Asks the wallet to add it, after the review where the rules want one: the site may have chosen its nodes. Without it
   * nothing is added.
   */
  readonly addNetwork?: (request: RpcRequest) => Promise<unknown>
}
