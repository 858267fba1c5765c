import type { EmbeddedAccounts } from '#shared/api/embedded-account.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Network } from '#shared/config/network.ts'
import type { RpcRequest, Unsubscribe, WalletRequestOptions } from './chain-adapter.ts'
import type { SentBatch } from './embedded-batch.ts'
import type { BatchSupport } from './local-keys.ts'

/** Key of our own wallet across page loads, whatever the operator names it. */
export const embeddedWalletKey = 'embedded:wallet'

/** Whether a wallet, by its id, is our own, also while it is not listed. */
export const isEmbeddedWalletId = (walletId: string): boolean =>
  walletId.slice(walletId.indexOf(':') + 1) === embeddedWalletKey

type WalletNamespace = DiscoveredWallet['namespace']

/** What bundles (EIP-5792) of our own wallet need. */
export type BatchPorts = {
  /** Whether the account executes bundles on a chain; `unsupported` where that cannot be read. */
  readonly support: (account: string, chain: ChainId) => Promise<BatchSupport>
  /**
   * The receipt of a transaction as the node returns it, of an operation with the operation's status; `{ isReplaced: true }` of an
   * operation that is never executed.
   * @throws WidgetError `http/*`; ProviderRpcError of the node.
   */
  readonly receipt: (sent: SentBatch) => Promise<unknown>
  /** Bundles that this host has sent, also before a reload. */
  readonly sent: () => readonly SentBatch[]
  readonly storeSent: (sent: SentBatch) => void
}

/** What the source of our own wallet gets from outside. */
export type EmbeddedPorts = {
  /** How the widget lists the wallet. */
  readonly wallet: Pick<DiscoveredWallet, 'name' | 'icon'>
  /** Addresses and public keys of the wallet; undefined while there is none. */
  readonly accounts: () => EmbeddedAccounts | undefined
  /** Calls `onChange` after every change of `accounts`. */
  readonly watchAccounts: (onChange: () => void) => Unsubscribe
  /** The host's networks, in its order. */
  readonly networks: () => readonly ChainId[]
  /** A network as the deployment or the bundled table describes it: only those have nodes of the widget. */
  readonly knownNetwork: (chain: ChainId) => Promise<Network | undefined>
  readonly selectedChain: (namespace: WalletNamespace) => ChainId | undefined
  /**
   * Completes the request, has the vault sign it, and resolves with what a wallet would respond.
   * @throws ProviderRpcError as wallets do, 4001 if the user rejects; WidgetError of `LocalKeys`.
   */
  readonly sign: (handle: string, request: RpcRequest, options?: WalletRequestOptions) => Promise<unknown>
  readonly batches: BatchPorts
  readonly log: (message: string, detail?: unknown) => void
}
