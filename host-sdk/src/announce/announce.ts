import { ownInjectedId, widgetWalletSymbol } from '../../../shared/channel/wallets/widget-wallet.ts'
import { retryableImport } from '../retryable-import.ts'
import { sdkVersion } from '../version.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'
import { announceEthereum } from './ethereum.ts'

const pageFaces = retryableImport(() => import('./announced-wallets.ts'))
const faces = async () => (await pageFaces()).announcedWallets

/** Stands in `window.injectedWeb3` before any code has come for it, because dApps look once and early. */
function announcePolkadot(announced: AnnouncementPorts): void {
  const page: object = window
  if (!Reflect.get(page, 'injectedWeb3')) Reflect.set(page, 'injectedWeb3', {})
  const entries = Object(Reflect.get(page, 'injectedWeb3'))
  if (ownInjectedId in entries) return
  const entry = {
    [widgetWalletSymbol]: true,
    version: sdkVersion,
    enable: async () => {
      // Asked for now: it does not outlast the loading.
      const isPressed = navigator.userActivation?.isActive !== false
      return (await faces()).enablePolkadot(announced, isPressed)
    },
  }
  Reflect.set(entries, ownInjectedId, entry)
  announced.signal.addEventListener('abort', () => {
    if (Reflect.get(entries, ownInjectedId) === entry) Reflect.deleteProperty(entries, ownInjectedId)
  })
}

/** Shows the widget to the page's code as one more wallet of each platform that the host asked for, until the signal aborts. */
export function announceWallets(announced: AnnouncementPorts, platforms: string): void {
  if (platforms.includes('ethereum')) announceEthereum(announced)
  if (platforms.includes('polkadot')) announcePolkadot(announced)
  // Apps listen for wallets that come later.
  if (platforms.includes('solana'))
    faces().then(
      ({ registerSolana }) => registerSolana(announced),
      () => {},
    )
}
