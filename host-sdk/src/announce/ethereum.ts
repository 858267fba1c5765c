import { listen } from '../../../shared/channel/listen.ts'
import { widgetWalletName, widgetWalletRdns } from '../../../shared/channel/wallets/widget-wallet.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'
import { widgetIcon } from './widget-icon.ts'

/**
 * Announces the provider to the page, now and on each request of a dApp, until the signal aborts (EIP-6963). All instances
 * of a project use the same uuid, so that dApps list the widget once.
 */
export function announceEthereum({
  bridge,
  uuid,
  signal,
}: Pick<AnnouncementPorts, 'bridge' | 'uuid' | 'signal'>): void {
  const info = Object.freeze({ uuid, name: widgetWalletName, icon: widgetIcon, rdns: widgetWalletRdns })
  const detail = Object.freeze({ info, provider: bridge.ethereum })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  listen(window, 'eip6963:requestProvider', announce, signal)
  announce()
}
