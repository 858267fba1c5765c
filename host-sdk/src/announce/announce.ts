import { ownInjectedId, widgetWalletSymbol } from '../../../shared/channel/wallets/widget-wallet.ts'
import { retryableImport } from '../retryable-import.ts'
import { sdkVersion } from '../version.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'
import { announceEthereum } from './ethereum.ts'

const pageFaces = retryableImport(() => import('./announced-wallets.ts'))
const faces = async () => (await pageFaces()).announcedWallets

/** Adds the entry to `window.injectedWeb3` before its code has loaded, because dApps read the entries once, at load. */
function announcePolkadot(announced: AnnouncementPorts): void {
  const page: object = window
  if (!Reflect.get(page, 'injectedWeb3')) Reflect.set(page, 'injectedWeb3', {})
  const entries = Object(Reflect.get(page, 'injectedWeb3'))
  if (ownInjectedId in entries) return
  const entry = {
    [widgetWalletSymbol]: true,
    version: sdkVersion,
    enable: async () => {
      // Read synchronously: user activation may expire while the code loads.
      const isPressed = navigator.userActivation?.isActive !== false
      return (await faces()).enablePolkadot(announced, isPressed)
    },
  }
  Reflect.set(entries, ownInjectedId, entry)
  announced.signal.addEventListener('abort', () => {
    if (Reflect.get(entries, ownInjectedId) === entry) Reflect.deleteProperty(entries, ownInjectedId)
  })
}

/** Announces the widget to the page as a wallet of each platform that the host selected, until the signal aborts. */
export function announceWallets(announced: AnnouncementPorts, platforms: string): void {
  if (platforms.includes('ethereum')) announceEthereum(announced)
  if (platforms.includes('polkadot')) announcePolkadot(announced)
  // Wallet Standard apps also accept wallets that register after they have loaded.
  if (platforms.includes('solana'))
    faces().then(
      ({ registerSolana }) => registerSolana(announced),
      () => {},
    )
}
