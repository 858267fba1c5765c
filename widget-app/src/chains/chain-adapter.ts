import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, AssetAmount } from './asset.ts'
import type { Connection, FactsByAddress } from './connection.ts'
import type { ContractCalls } from './contract-calls.ts'
import type { FeeEstimate } from './fee-estimate.ts'
import type { LocalKeys } from './local-keys.ts'
import type { Description, Fact } from './request-facts.ts'
import type { ResolvedName } from './resolved-name.ts'
import type { Simulation } from './simulation.ts'
import type { SmartSessions } from './smart-sessions.ts'
import type {
  ResponseVerdict,
  SentVerdict,
  SubmittedTransaction,
  TransactionStatus,
} from './submitted-transaction.ts'
import type { RpcRequest, Unsubscribe, WalletRequestOptions } from './wallet-transport.ts'

export type { Asset, AssetAmount } from './asset.ts'
export type { AccountFacts, Connection, FactsByAddress } from './connection.ts'
export type {
  CallBundles,
  CallSimulation,
  ContractCall,
  ContractCalls,
  SentBundle,
} from './contract-calls.ts'
export type { ComputeFee, FeeEstimate, GasFee, WeightFee } from './fee-estimate.ts'
export type { IncomingTransfers } from './incoming-transfers.ts'
export type { BatchSupport, LocalKey, LocalKeys } from './local-keys.ts'
export type { ResolvedName } from './resolved-name.ts'
export type { OperationState, SponsoredOperation, SponsorPort } from './sponsorship.ts'
export type {
  ResponseVerdict,
  SentVerdict,
  SentVerification,
  SubmittedTransaction,
  TransactionStatus,
} from './submitted-transaction.ts'
export type {
  RpcRequest,
  Unsubscribe,
  WalletRequestOptions,
  WalletTransport,
} from './wallet-transport.ts'

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
  /** Silent: never prompts (`eth_accounts`); throws `wallet/no-account` if the wallet would have to prompt. */
  readonly silent: boolean
  readonly signal?: AbortSignal
}

/** The spendable native balance, and the total with what is staked, locked or reserved; in base units. */
export type NativeBalance = { readonly value: bigint; readonly total: bigint }

/** A text and its signature by the account's key: hex on eip155 and polkadot, base58 on solana. */
export type SignedText = { readonly message: string; readonly signature: string }

export type RequestOptions = WalletRequestOptions & {
  /** The user saw the request in a review: values that were read from the wallet before are stale. */
  readonly isShown?: boolean
  /**
   * Called once for each response for which the wallet signed or sent something and did not reject at once, at most half a
   * minute later. Reports the verdict of the response verification (channel D8).
   */
  readonly onChecked?: (check: ResponseVerdict) => void
}

/**
 * A dApp request after its one parse. Decoder, simulation, wallet and verification use the same parsed value, and the wallet
 * gets that value serialized again: what was reviewed is what is signed.
 */
export type PreparedRequest = {
  /** The request as the wallet gets it. */
  readonly request: RpcRequest
  /**
   * Decodes what it does into facts; absent for a request that signs nothing. Token amounts may still be raw. It reads the
   * chain only if the request itself is not enough (lookup tables, metadata).
   * @throws any error of the decoding: such a request is shown as undecodable.
   */
  readonly decode?: (signal: AbortSignal) => Promise<Description>
  /**
   * Simulates it on the current chain state, without sending it; `undefined` if there is nothing to simulate.
   * @throws WidgetError `http/*`, ProviderRpcError of a node that cannot simulate.
   */
  readonly simulate?: (network: Network, signal: AbortSignal) => Promise<Simulation | undefined>
  /**
   * The same request with its one approval lowered to an amount in base units; absent if there is none to lower. Each call
   * starts from the requested amount again.
   * @throws RangeError for a negative amount, or one above the requested amount.
   */
  readonly withLimit?: (amount: bigint) => PreparedRequest
  /**
   * Sends the request to the wallet, and verifies the response against it (channel D8).
   * @throws ProviderRpcError 4901 if the wallet has changed its chain, −32603 with `data.reason` 'mismatch', or the wallet's
   * own error.
   */
  requestWallet(options?: RequestOptions): Promise<unknown>
}

/** An account's signed claim of a name. */
export type NameRegistration = SignedText & { readonly coinType: number; readonly address: string }

/** What the widget can do on one namespace. A missing member means "not supported here": get it with `required`. */
export type ChainAdapter = {
  readonly namespace: Namespace
  /**
   * Normalizes an address for this namespace; `chain` is where it is used, which may have its own checksum (EIP-1191).
   * @throws WidgetError `address/invalid` ('Invalid address') or `address/checksum`.
   */
  parseAddress(text: string, chain?: ChainId): string
  /**
   * A normalized address in the format of one network, if formats differ between networks (SS58 prefixes).
   * @throws WidgetError `http/*`, `chain/unsupported`; ProviderRpcError of the node.
   */
  formatAddress?(address: string, network: Network): Promise<string>
  /**
   * All formats in which a normalized address is displayed, if there are several: an imitation may look alike in only one.
   */
  addressForms?(address: string): readonly string[]
  connect(wallet: DiscoveredWallet, options: ConnectOptions): Promise<Connection>
  disconnect(wallet: Pick<Connection, 'namespace' | 'walletId' | 'handle'>): Promise<void>
  watch(connection: Connection, onChange: (change: ConnectionChange) => void): Unsubscribe
  /**
   * Parses a dApp request to the connected wallet, in the methods of its ecosystem (docs/protocol.md), once for all later
   * steps.
   * @throws ProviderRpcError 4200 for a method that no dApp may use, −32602 for invalid parameters, 4100 for an account that
   * is not connected, 4901 for a chain that the wallet is not on.
   */
  prepare(connection: Connection, request: RpcRequest): Promise<PreparedRequest>
  /** Preloads what `prepare` needs. @throws if a file cannot be loaded. */
  preloadRequests?(): Promise<unknown>
  /** The same facts with symbol and decimals of tokens as the chain reports them; amounts of other tokens stay raw. */
  readTokenMetadata?(description: Description, network: Network, signal: AbortSignal): Promise<Description>
  /** The addresses that are contracts now; on Solana, accounts of a program. */
  filterContracts?(
    addresses: readonly string[],
    network: Network,
    signal: AbortSignal,
  ): Promise<readonly string[]>
  /**
   * Switches the wallet; an unrecognized chain is added first (SPEC §4), if the network has `rpcUrls`, by
   * `options.addNetwork`. Resolves once the wallet reports that chain. Never prompts again after a rejection.
   * @throws ProviderRpcError of the wallet; WidgetError `chain/not-supported-by-wallet` 'Chain is not supported',
   * `chain/not-switched` if the wallet acknowledged the switch and stayed on its chain.
   */
  switchNetwork?(connection: Connection, network: Network, options?: SwitchOptions): Promise<void>
  /**
   * Requests the wallet's signature of a sign-in message (CAIP-122), with the wallet's sign-in method if it has one; returns
   * the exact text that was signed.
   * @throws ProviderRpcError of the wallet, 4001 if the user rejects; WidgetError `siwx/invalid-message`.
   */
  signIn?(
    connection: Connection,
    message: SignInMessage,
    options?: { readonly signal?: AbortSignal },
  ): Promise<SignedText>
  /** What signing a text means for the account, by the rules for texts of a dApp. */
  decodeText?(text: string): Promise<Fact>
  /**
   * Whether an account signed a text. On eip155 the chain verifies signatures of contracts (ERC-1271), also of those that
   * are not deployed yet (ERC-6492).
   * @throws WidgetError `http/…` while that chain cannot be called.
   */
  verifyMessage?(signed: SignedText & { readonly address: string }, network: Network): Promise<boolean>
  /**
   * Resolves a name in the namespace's name service (ENS), for an account on that chain.
   * @throws WidgetError `name/invalid` for a malformed name, `http/*`; ProviderRpcError of the node.
   */
  resolveName?(name: string, chain: ChainId, signal: AbortSignal): Promise<ResolvedName>
  /** The primary name of an account, if that name resolves to it. Throws like `resolveName`. */
  reverseName?(address: string, chain: ChainId, signal: AbortSignal): Promise<ResolvedName | undefined>
  /**
   * Requests the wallet's signature of the claim of a registered name (SPEC §7 `POST /v1/profile/account`).
   * @throws ProviderRpcError of the wallet, 4001 if the user rejects.
   */
  claimName?(
    connection: Connection,
    message: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<NameRegistration>
  /** Spendable native balance in base units, from the RPC gateway. */
  nativeBalance?(address: string, network: Network): Promise<bigint>
  /** The same with the account's total, if the chain locks a part of it. */
  nativeTotals?(address: string, network: Network): Promise<NativeBalance>
  /** Balances of the given tokens in one read (Multicall3), without unknown tokens. */
  tokenBalances?(
    address: string,
    network: Network,
    tokens: readonly string[],
  ): Promise<readonly AssetAmount[]>
  /**
   * Balances of the given tokens, and of all others that the account has, if the chain can enumerate them.
   * Unknown tokens are left out.
   */
  allTokenBalances?(
    address: string,
    network: Network,
    tokens: readonly string[],
  ): Promise<readonly AssetAmount[]>
  estimateFee?(transfer: Transfer, network: Network): Promise<FeeEstimate>
  /**
   * Requests the wallet to sign and submit; resolves with the hash (success is the hash, SPEC §2). The wallet signs on its
   * current chain, so the caller switches it before. If the wallet only signs and the widget submits, `onSigned` is called
   * between the two: a transaction that is stored then can be found on the chain even if the document ends.
   */
  send?(
    connection: Connection,
    transfer: Transfer,
    fee: FeeEstimate,
    onSigned?: (transaction: SubmittedTransaction) => void,
  ): Promise<SubmittedTransaction>
  /**
   * Verifies the transaction on the chain against the request (channel D8). Call it together with `follow` right after
   * `send`, again at the end if it was unverifiable, and with a replacing hash to find out whether that was the same
   * transfer.
   * @throws WidgetError `send/mismatch` if recipient, amount, data or chain differ.
   */
  verifySent?(
    transaction: SubmittedTransaction,
    transfer: Transfer,
    network: Network,
    signal: AbortSignal,
  ): Promise<SentVerdict>
  /**
   * The amount that the recipient of a token transfer received in a block, in base units, by the balances or events of the
   * chain. Undefined if that cannot be determined.
   * @throws WidgetError `http/*`, ProviderRpcError of the node.
   */
  receivedAmount?(
    hash: string,
    transfer: Transfer,
    network: Network,
    signal: AbortSignal,
  ): Promise<bigint | undefined>
  readonly smartSessions?: SmartSessions<Connection>
  /** Loads what signs with keys of our own wallet, and what prepares and sends such requests in the widget. */
  localKeys?(): Promise<LocalKeys>
  /** Absent if there are no contracts to call, or it is not implemented. */
  readonly contractCalls?: ContractCalls
  /** Polls a transaction until its end and reports each change; resolves with the final status. Aborts with the signal. */
  waitForTransaction?(
    transaction: SubmittedTransaction,
    network: Network,
    onStatus: (status: TransactionStatus) => void,
    signal: AbortSignal,
  ): Promise<TransactionStatus>
}

/** What is available for a namespace without loading its SDK. */
export type ChainManifest = {
  readonly namespace: Namespace
  /** Cheap shape test, no checksum. */
  looksLikeAddress(text: string): boolean
  explorerTransactionUrl(network: Network, hash: string): string | undefined
  explorerAddressUrl(network: Network, address: string): string | undefined
}

/** How a wallet is switched to a network that it does not have. */
export type SwitchOptions = {
  /**
   * Requests the wallet to add the network, after a review where one is required: the host may have chosen its nodes.
   * Without this function no network is added.
   */
  readonly addNetwork?: (request: RpcRequest) => Promise<unknown>
}
