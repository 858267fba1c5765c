import type { WalletSetup } from './setup.ts'
import type { TestWallet } from './test-wallet.ts'

/** Makes a wallet known to the page: by EIP-6963 events, as `window.ethereum`, or both. */
export function announce(wallet: TestWallet, setup: WalletSetup): void {
  const { announce: how, name, icon, rdns, uuid } = wallet.plan
  const known = { name, icon, rdns, uuid }

  const say = () => {
    const detail = Object.freeze({ info: Object.freeze({ ...known }), provider: wallet.provider })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const begin = () => {
    if (how === 'legacy' || how === 'both') {
      Object.defineProperty(globalThis, 'ethereum', {
        value: wallet.provider,
        configurable: true,
        writable: true,
      })
      dispatchEvent(new Event('ethereum#initialized'))
    }
    if (how === 'eip6963' || how === 'both') {
      addEventListener('eip6963:requestProvider', say)
      say()
    }
  }
  if (setup.announceAfterMs === undefined) begin()
  else setTimeout(begin, setup.announceAfterMs)

  if (setup.changeUuidAfterMs !== undefined) {
    setTimeout(() => {
      known.uuid = crypto.randomUUID()
      say()
    }, setup.changeUuidAfterMs)
  }
}
