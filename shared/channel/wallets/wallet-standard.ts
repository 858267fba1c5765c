import { listen } from '../listen.ts'
import type { InjectedWallet } from '../records/discovered-wallet.ts'
import { isWalletIcon } from '../records/wallet-icon.ts'
import { attempt, type InjectedProvider } from './injected-provider.ts'
import { captured, collectPageWallets, member, type PageWallets, texts } from './page-wallet.ts'
import { type StandardAccount, standardRequest, wireAccounts } from './wallet-standard-request.ts'
import { isWidgetWallet } from './widget-wallet.ts'

/**
 * True if a Solana wallet has the required features (Wallet Standard, `@solana/wallet-standard-features`). Without
 * `standard:events` it works, and its changes are detected with its next response.
 */
const isUsable = (chains: readonly string[], features: object): boolean =>
  chains.some((chain) => chain.startsWith('solana:')) &&
  'standard:connect' in features &&
  ('solana:signTransaction' in features || 'solana:signAndSendTransaction' in features)

/** Features of an account. A wallet that is a class has its features on its prototype. */
const signing = [
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

function capture(wallet: object, features: object, chains: readonly string[]): InjectedProvider {
  const accounts = new Map<string, StandardAccount>()
  const abilities = { chains, features: signing.filter((name) => name in features) }
  const optional = <Value>(read: () => Value): Value | undefined => {
    try {
      return read()
    } catch {
      // A getter of the page that throws: the wallet lacks that feature.
      return undefined
    }
  }
  const listed = () => optional(() => member(wallet, 'accounts'))
  const ability = (feature: string, name: string) => optional(() => captured(member(features, feature), name))
  const request = standardRequest({ ability, listed, abilities }, accounts)
  const on = ability('standard:events', 'on')
  return {
    identity: wallet,
    speaks: (method) =>
      /^(standard:(dis)?connect|solana:sign(In|Message|(AndSend)?Transaction))$/.test(method),
    request,
    on: (event, listener, signal) => {
      if (event !== 'accountsChanged') return
      let changes = 0
      const onChange = async (change: unknown) => {
        changes += 1
        const turn = changes
        const said = member(change, 'accounts')
        const isEmpty = Array.isArray(said) && said.length === 0
        // Some wallets emit the event before they change their list.
        if (isEmpty) await undefined
        if (turn !== changes) return
        const kept = listed()
        // An event may lack the accounts, or wrongly have none: read the list on the wallet's object. An empty list there
        // proves nothing, because not every wallet maintains it.
        const own = Array.isArray(kept) && kept.length > 0 ? kept : undefined
        const list = isEmpty ? (own ?? said) : (said ?? own)
        if (Array.isArray(list)) listener(wireAccounts(list, accounts, abilities))
      }
      attempt(() => {
        const stop = on?.('change', (change: unknown) => attempt(() => onChange(change)))
        signal.addEventListener('abort', () => attempt(() => typeof stop === 'function' && stop()))
      })
    },
  }
}

/**
 * Discovers Solana wallets of the Wallet Standard until the signal aborts, including those that register later. Wallets of
 * other chains share the same event and are distinguished by chains and features, never by name.
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
      isWidgetWallet(wallet, name) ||
      typeof name !== 'string' ||
      name === '' ||
      !isUsable(texts(chains), features)
    )
      return
    const found: Omit<InjectedWallet, 'handle'> = {
      namespace: 'solana',
      source: 'wallet-standard',
      name,
      ...(isWalletIcon(icon) && { icon }),
    }
    wallets.add(capture(wallet, features, texts(chains)), found)
  }
  const register = (...registered: unknown[]) => {
    if (signal.aborted) return () => {}
    for (const wallet of registered) attempt(() => add(wallet))
    return () => {
      for (const wallet of registered) if (typeof wallet === 'object' && wallet) wallets.remove(wallet)
    }
  }
  const api = Object.freeze({ register })
  listen(
    page,
    'wallet-standard:register-wallet',
    (event) => attempt(() => captured(event, 'detail')?.(api)),
    signal,
  )
  page.dispatchEvent(new page.CustomEvent('wallet-standard:app-ready', { detail: api }))
  return wallets
}
