import type { PageWallet } from './page-wallet.ts'
import { injectWeb3 } from './polkadot/inject.ts'
import type { WalletSetup } from './setup.ts'
import { registerStandardWallet } from './solana/standard-wallet.ts'

/**
 * Announces a wallet to the page: on Ethereum by EIP-6963 events, as `window.ethereum`, or both; on Solana by the
 * Wallet Standard; on Polkadot in `window.injectedWeb3`.
 */
export function announce(wallet: PageWallet, setup: WalletSetup): void {
  const { plan, eip155, solana, polkadot } = wallet
  const { announce: mode, name, icon, rdns, uuid } = plan
  const info = { name, icon, rdns, uuid }

  const announceProvider = () => {
    const detail = Object.freeze({ info: Object.freeze({ ...info }), provider: eip155?.provider })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const announceEip155 = () => {
    if (mode === 'legacy' || mode === 'both') {
      Object.defineProperty(globalThis, 'ethereum', {
        value: eip155?.provider,
        configurable: true,
        writable: true,
      })
      dispatchEvent(new Event('ethereum#initialized'))
    }
    if (mode === 'eip6963' || mode === 'both') {
      addEventListener('eip6963:requestProvider', announceProvider)
      announceProvider()
    }
  }
  const announceAll = () => {
    if (eip155 !== undefined) announceEip155()
    if (mode === 'none') return
    if (solana !== undefined) registerStandardWallet(globalThis, solana.standard)
    if (polkadot !== undefined) injectWeb3(globalThis, plan.injectedIds, polkadot.entry)
  }
  if (setup.announceAfterMs === undefined) announceAll()
  else setTimeout(announceAll, setup.announceAfterMs)

  if (setup.changeUuidAfterMs !== undefined && eip155 !== undefined) {
    setTimeout(() => {
      info.uuid = crypto.randomUUID()
      announceProvider()
    }, setup.changeUuidAfterMs)
  }
}
