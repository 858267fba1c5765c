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
  const { announce: how, name, icon, rdns, uuid } = plan
  const known = { name, icon, rdns, uuid }

  const say = () => {
    const detail = Object.freeze({ info: Object.freeze({ ...known }), provider: eip155?.provider })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const beginOnEthereum = () => {
    if (how === 'legacy' || how === 'both') {
      Object.defineProperty(globalThis, 'ethereum', {
        value: eip155?.provider,
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
  const begin = () => {
    if (eip155 !== undefined) beginOnEthereum()
    if (how === 'none') return
    if (solana !== undefined) registerStandardWallet(globalThis, solana.standard)
    if (polkadot !== undefined) injectWeb3(globalThis, plan.injectedIds, polkadot.entry)
  }
  if (setup.announceAfterMs === undefined) begin()
  else setTimeout(begin, setup.announceAfterMs)

  if (setup.changeUuidAfterMs !== undefined && eip155 !== undefined) {
    setTimeout(() => {
      known.uuid = crypto.randomUUID()
      say()
    }, setup.changeUuidAfterMs)
  }
}
