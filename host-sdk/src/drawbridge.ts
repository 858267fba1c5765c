import type { Namespace } from '../../shared/caip/namespace.ts'
import type { AccountEntry, BridgeState, ModalResult } from '../../shared/channel/records/entries.ts'
import type { WidgetEvent } from '../../shared/channel/records/widget-event.ts'
import type { OpenRequestInput } from '../../shared/config/requested-view.ts'
import type { ThemeMode } from '../../shared/config/theme.ts'
import type { BridgeEvents } from './bridge-events.ts'
import type { BridgeWallet } from './bridge-wallets.ts'
import type { EthereumProvider, RequestArguments } from './provider/ethereum-provider.ts'

/** The widget as the page sees it; see `docs/architecture.md`. */
export type Drawbridge = {
  /**
   * Opens the modal, at `view` if given. Resolves when it closes: `connected` when an account came of it, else
   * `dismissed`. Rejects with ProviderRpcError when the widget cannot be shown.
   */
  openModal(request?: OpenRequestInput): Promise<ModalResult>
  closeModal(): Promise<void>
  /** Disconnects one namespace, or all. The person is not reconnected on the next load. */
  disconnect(namespace?: Namespace): Promise<void>
  /** Asks the wallet to switch, adding the network first where needed. */
  switchNetwork(chainId: string): Promise<void>
  /**
   * Asks one connected wallet in the words of its ecosystem: EIP-1193, `solana:sign…` or `injectedWeb3:sign…`
   * (docs/protocol.md). The optional entries `viem` and `polkadot` are made of it.
   * @throws ProviderRpcError 4100 unless it is connected, 4200 for a method no dApp may use, 4001 'Modal closed' when
   * it began under the open modal and that closed, or the wallet's own.
   */
  requestWallet(walletId: string, request: RequestArguments): Promise<unknown>
  setTheme(theme: { mode?: ThemeMode; variables?: unknown }): Promise<void>
  subscribe<Name extends keyof BridgeEvents>(
    name: Name,
    listener: (value: BridgeEvents[Name]) => void,
  ): () => void
  /** The same as `subscribe('event', listener)`: tells each thing that happens, whether or not the person is counted. */
  onEvent(listener: (event: WidgetEvent) => void): () => void
  /**
   * Tells the widget whether the person has agreed to be counted (as `analyticsConsent` does at first). Without it no event
   * leaves for the operator's analytics, and what waits is dropped.
   */
  setAnalyticsConsent(isGranted: boolean): Promise<void>
  readonly state: BridgeState
  readonly accounts: readonly AccountEntry[]
  readonly wallets: readonly BridgeWallet[]
  readonly ethereum: EthereumProvider
  /** Removes everything this instance put into the page; whatever waits rejects. */
  destroy(): void
}
