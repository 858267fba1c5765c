import { preconnect } from './frame/preload.ts'
import { defaultWidgetUrl } from './widget-url.ts'

export type {
  AccountEntry,
  BridgeState,
  ModalResult,
  WalletEntry,
} from '../../shared/channel/records/entries.ts'
export {
  type AccountIdParts,
  parseAccountId,
  parseWalletId,
  type WalletIdParts,
} from '../../shared/channel/records/entry-id.ts'
export type {
  WidgetEvent,
  WidgetEventName,
  WidgetEventProperties,
} from '../../shared/channel/records/widget-event.ts'
export type { OpenRequestInput as OpenRequest } from '../../shared/config/requested-view.ts'
export { ProviderRpcError } from '../../shared/errors/provider-error.ts'
export { WidgetError } from '../../shared/errors/widget-error.ts'
export type { BridgeEvents } from './bridge-events.ts'
export type { BridgeWallet } from './bridge-wallets.ts'
export { createDrawbridge } from './create-drawbridge.ts'
export type { Drawbridge } from './drawbridge.ts'
export type { DrawbridgeOptions } from './options.ts'
export type { EthereumEvents, EthereumProvider, RequestArguments } from './provider/ethereum-provider.ts'

preconnect(defaultWidgetUrl)
