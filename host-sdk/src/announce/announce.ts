import { ownInjectedId, ownMark } from '../../../shared/channel/wallets/widget-wallet.ts'
import { fileBeside } from '../retryable-import.ts'
import { sdkVersion } from '../version.ts'
import type { Announced } from './announcement-ports.ts'
import { announceEthereum } from './ethereum.ts'

const pageFaces = fileBeside(() => import('./announced-wallets.ts'))
const faces = async () => (await pageFaces()).pageFaces

/** Stands in `window.injectedWeb3` before any code has come for it, because dApps look once and early. */
function announcePolkadot(announced: Announced): void {
  const page: object = window
  if (!Reflect.get(page, 'injectedWeb3')) Reflect.set(page, 'injectedWeb3', {})
  const entries = Object(Reflect.get(page, 'injectedWeb3'))
  if (ownInjectedId in entries) return
  const entry = {
    [ownMark]: true,
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
export function announceWallets(announced: Announced, platforms: string): void {
  if (platforms.includes('ethereum')) announceEthereum(announced)
  if (platforms.includes('polkadot')) announcePolkadot(announced)
  // Apps listen for wallets that come later.
  if (platforms.includes('solana'))
    faces().then(
      ({ registerSolana }) => registerSolana(announced),
      () => {},
    )
}
