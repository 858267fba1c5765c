import type { Namespace } from '../../shared/caip/namespace.ts'
import type { AccountEntry, BridgeState, ModalResult } from '../../shared/channel/records/entries.ts'
import type { WidgetEvent } from '../../shared/channel/records/widget-event.ts'
import type { OpenRequestInput } from '../../shared/config/requested-view.ts'
import type { ThemeMode } from '../../shared/config/theme.ts'
import type { BridgeEvents } from './bridge-events.ts'
import type { BridgeWallet } from './bridge-wallets.ts'
import type { EthereumProvider, RequestArguments } from './provider/ethereum-provider.ts'

/** An instance of the widget in a page (docs/sdk.md). */
export type Drawbridge = {
  /**
   * Opens the modal, at `view` if given. Resolves when it closes: `connected` if an account was connected, else
   * `dismissed`. Rejects with ProviderRpcError if the widget cannot be shown.
   */
  openModal(request?: OpenRequestInput): Promise<ModalResult>
  /** Closes the modal; a pending `openModal` resolves. */
  closeModal(): Promise<void>
  /** Disconnects one namespace, or all. Their wallets do not reconnect on the next load. */
  disconnect(namespace?: Namespace): Promise<void>
  /** Switches to a network of the site, a CAIP-2 id: requests the wallet to switch, adding the network if necessary. */
  switchNetwork(chainId: string): Promise<void>
  /**
   * Makes a request to one connected wallet, with the methods of its ecosystem: EIP-1193, `solana:sign…` or
   * `injectedWeb3:sign…` (docs/protocol.md). The optional entries `viem` and `polkadot` use it.
   * @throws ProviderRpcError 4100 unless it is connected, 4200 for a method no dApp may use, 4001 'Modal closed' if
   * the request began while the modal was open and the modal closed, or the wallet's own.
   */
  requestWallet(walletId: string, request: RequestArguments): Promise<unknown>
  /** Changes `themeMode` and `themeVariables` of the options; the variables replace the previous ones. */
  setTheme(theme: { mode?: ThemeMode; variables?: unknown }): Promise<void>
  /** Calls the listener with the current value and on each change, until the returned function is called. */
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
  /** The current state, readonly. */
  readonly state: BridgeState
  /** The connected accounts: `state.accounts`. */
  readonly accounts: readonly AccountEntry[]
  /** Wallets discovered in the page, and those connected over WalletConnect. */
  readonly wallets: readonly BridgeWallet[]
  /** An EIP-1193 provider in front of the connected Ethereum wallet. */
  readonly ethereum: EthereumProvider
  /** Removes everything that this instance added to the page; pending and later calls reject with 4900. */
  destroy(): void
}
