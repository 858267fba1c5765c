import type { InjectedWallet } from '../found-wallet.ts'
import { isPicture } from '../picture.ts'
import type { InjectedProvider } from './injected-provider.ts'
import { isOwnWallet } from './own-wallet.ts'
import { captured, collectPageWallets, member, type PageWallets, texts } from './page-wallet.ts'
import { type StandardAccount, standardRequest, wireAccounts } from './wallet-standard-request.ts'

/** What a Solana wallet must be able to do to be of use (Wallet Standard, `@solana/wallet-standard-features`). */
const isUsable = (chains: readonly string[], features: object): boolean =>
  chains.some((chain) => chain.startsWith('solana:')) &&
  'standard:connect' in features &&
  'standard:events' in features &&
  ('solana:signTransaction' in features || 'solana:signAndSendTransaction' in features)

function capture(wallet: object, features: object): InjectedProvider {
  const accounts = new Map<string, StandardAccount>()
  const ability = (feature: string, name: string) => captured(member(features, feature), name)
  const request = standardRequest(ability, accounts)
  const on = ability('standard:events', 'on')
  return {
    identity: wallet,
    speaks: (method) =>
      /^(standard:(dis)?connect|solana:sign(In|Message|(AndSend)?Transaction))$/.test(method),
    request,
    on: (event, listener, signal) => {
      if (event !== 'accountsChanged') return
      const stop = on?.('change', (change: unknown) => {
        const list = member(change, 'accounts')
        if (Array.isArray(list)) listener(wireAccounts(list, accounts))
      })
      signal.addEventListener('abort', () => {
        if (typeof stop === 'function') stop()
      })
    },
  }
}

/**
 * Finds Solana wallets of the Wallet Standard until the signal aborts, those that register later included. Wallets of
 * other chains share the same event and are told apart by chains and features, never by name.
 */
export function discoverStandardWallets(
  page: Window & typeof globalThis,
  signal: AbortSignal,
  onChange: () => void,
): PageWallets {
  const wallets = collectPageWallets(onChange)
  const add = (wallet: unknown) => {
    const [name, icon, chains, features] = ['name', 'icon', 'chains', 'features'].map((key) =>
      member(wallet, key),
    )
    if (typeof wallet !== 'object' || wallet === null || typeof features !== 'object' || features === null)
      return
    if (
      isOwnWallet(wallet, name) ||
      typeof name !== 'string' ||
      name === '' ||
      !isUsable(texts(chains), features)
    )
      return
    const found: Omit<InjectedWallet, 'handle'> = {
      namespace: 'solana',
      source: 'wallet-standard',
      name,
      ...(isPicture(icon) && { icon }),
    }
    wallets.add(capture(wallet, features), found)
  }
  const attempt = (run: () => void) => {
    try {
      run()
    } catch {
      // A getter of the page that throws: no wallet.
    }
  }
  const register = (...registered: unknown[]) => {
    if (signal.aborted) return () => {}
    for (const wallet of registered) attempt(() => add(wallet))
    return () => {
      for (const wallet of registered) if (typeof wallet === 'object' && wallet) wallets.remove(wallet)
    }
  }
  const api = Object.freeze({ register })
  page.addEventListener(
    'wallet-standard:register-wallet',
    (event) => attempt(() => captured(event, 'detail')?.(api)),
    { signal },
  )
  page.dispatchEvent(new page.CustomEvent('wallet-standard:app-ready', { detail: api }))
  return wallets
}
