import { widgetInjectedId, widgetWalletSymbol } from '../../../shared/channel/wallets/widget-wallet.ts'
import { retryableImport } from '../retryable-import.ts'
import { sdkVersion } from '../version.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'
import { announceEthereum } from './ethereum.ts'

const loadModule = retryableImport(() => import('./announced-wallets.ts'))
const loadAnnouncedWallets = async () => (await loadModule()).announcedWallets

/** Adds the entry to `window.injectedWeb3` before its code has loaded, because dApps read the entries once, at load. */
function announcePolkadot(ports: AnnouncementPorts): void {
  const page: object = window
  if (!Reflect.get(page, 'injectedWeb3')) Reflect.set(page, 'injectedWeb3', {})
  const entries = Object(Reflect.get(page, 'injectedWeb3'))
  if (widgetInjectedId in entries) return
  const entry = {
    [widgetWalletSymbol]: true,
    version: sdkVersion,
    enable: async () => {
      // Read synchronously: user activation may expire while the code loads.
      const hasUserActivation = navigator.userActivation?.isActive !== false
      return (await loadAnnouncedWallets()).enablePolkadot(ports, hasUserActivation)
    },
  }
  Reflect.set(entries, widgetInjectedId, entry)
  ports.signal.addEventListener('abort', () => {
    if (Reflect.get(entries, widgetInjectedId) === entry) Reflect.deleteProperty(entries, widgetInjectedId)
  })
}

/** Announces the widget to the page as a wallet of each platform that the host selected, until the signal aborts. */
export function announceWallets(ports: AnnouncementPorts, platforms: string): void {
  if (platforms.includes('ethereum')) announceEthereum(ports)
  if (platforms.includes('polkadot')) announcePolkadot(ports)
  // Wallet Standard apps also accept wallets that register after they have loaded.
  if (platforms.includes('solana'))
    loadAnnouncedWallets().then(
      ({ registerSolana }) => registerSolana(ports),
      () => {},
    )
}
