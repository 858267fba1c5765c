import type { ChainId } from '../../shared/caip/chain-id.ts'
import type { AccountEntry, BridgeState, ConnectionStatus } from '../../shared/channel/records/entries.ts'
import type { WidgetEvent } from '../../shared/channel/records/widget-event.ts'
import type { BridgeWallet } from './bridge-wallets.ts'

/** Events of `bridge.subscribe`, each with the whole current value. A new subscriber receives the current value at once. */
export type BridgeEvents = {
  /** The state changed. */
  state: BridgeState
  /** The modal opened or closed. */
  open: boolean
  /** The connection status of the active namespace changed (SPEC §4). */
  status: ConnectionStatus
  /** The connected accounts changed. */
  accounts: readonly AccountEntry[]
  /** The active networks changed, one per connected namespace, as CAIP-2 ids. */
  chains: readonly ChainId[]
  /** The list of wallets changed: those discovered in the page, and those connected over WalletConnect. */
  wallets: readonly BridgeWallet[]
  /** An alert for the site's developer, such as `APKT002` or `config/invalid`. Not replayed. */
  alert: { readonly code: string; readonly message: string }
  /** An analytics event of the widget occurred, with or without the user's consent. Not replayed. */
  event: WidgetEvent
}
