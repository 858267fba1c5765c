import type { ChainId } from '../../shared/caip/chain-id.ts'
import type { AccountEntry, BridgeState, ConnectionStatus } from '../../shared/channel/records/entries.ts'
import type { WidgetEvent } from '../../shared/channel/records/widget-event.ts'
import type { BridgeWallet } from './bridge-wallets.ts'

/** Events of `bridge.subscribe`, each with the whole current value. A new subscriber receives the current value at once. */
export type BridgeEvents = {
  /** Anything below changed. */
  state: BridgeState
  /** The modal opened or closed. */
  open: boolean
  /** disconnected, connecting or connected (SPEC §4). */
  status: ConnectionStatus
  accounts: readonly AccountEntry[]
  /** The active networks, one per connected namespace. */
  chains: readonly ChainId[]
  /** Wallets discovered in the page, and those connected by other means. */
  wallets: readonly BridgeWallet[]
  /** A developer-facing alert of SPEC §8, such as APKT002, or `config/invalid`. Not replayed. */
  alert: { readonly code: string; readonly message: string }
  /** One analytics event of the widget, named as in the field (docs/sdk.md). Not replayed. */
  event: WidgetEvent
}
