import type { Namespace } from '../../shared/caip/namespace.ts'
import type { AccountEntry, BridgeState, ModalResult } from '../../shared/channel/records/entries.ts'
import type { WidgetEvent } from '../../shared/channel/records/widget-event.ts'
import type { OpenRequestInput } from '../../shared/config/requested-view.ts'
import type { ThemeMode } from '../../shared/config/theme.ts'
import type { BridgeEvents } from './bridge-events.ts'
import type { BridgeWallet } from './bridge-wallets.ts'
import type { EthereumProvider, RequestArguments } from './provider/ethereum-provider.ts'

/** The SDK instance; see `docs/architecture.md`. */
export type Drawbridge = {
  /**
   * Opens the modal, at `view` if given. Resolves when it closes: `connected` if an account was connected, else
   * `dismissed`. Rejects with ProviderRpcError if the widget cannot be shown.
   */
  openModal(request?: OpenRequestInput): Promise<ModalResult>
  closeModal(): Promise<void>
  /** Disconnects one namespace, or all. Their wallets do not reconnect on the next load. */
  disconnect(namespace?: Namespace): Promise<void>
  /** Requests the wallet to switch, adding the network first if necessary. */
  switchNetwork(chainId: string): Promise<void>
  /**
   * Makes a request to one connected wallet, with the methods of its ecosystem: EIP-1193, `solana:sign…` or
   * `injectedWeb3:sign…` (docs/protocol.md). The optional entries `viem` and `polkadot` use it.
   * @throws ProviderRpcError 4100 unless it is connected, 4200 for a method no dApp may use, 4001 'Modal closed' if
   * the request began while the modal was open and the modal closed, or the wallet's own.
   */
  requestWallet(walletId: string, request: RequestArguments): Promise<unknown>
  setTheme(theme: { mode?: ThemeMode; variables?: unknown }): Promise<void>
  subscribe<Name extends keyof BridgeEvents>(
    name: Name,
    listener: (value: BridgeEvents[Name]) => void,
  ): () => void
  /** The same as `subscribe('event', listener)`: emits each analytics event, with or without the user's consent. */
  onEvent(listener: (event: WidgetEvent) => void): () => void
  /**
   * Sets the user's consent to analytics (as `analyticsConsent` does at first). Without consent no event is sent to the
   * operator's analytics, and queued events are dropped.
   */
  setAnalyticsConsent(isGranted: boolean): Promise<void>
  readonly state: BridgeState
  readonly accounts: readonly AccountEntry[]
  readonly wallets: readonly BridgeWallet[]
  readonly ethereum: EthereumProvider
  /** Removes everything this instance put into the page; pending calls reject. */
  destroy(): void
}
