import { listen } from '../listen.ts'
import type { InjectedWallet } from '../records/discovered-wallet.ts'
import { isWalletIcon } from '../records/wallet-icon.ts'
import { attempt, type InjectedProvider } from './injected-provider.ts'
import { captureMethod, collectPageWallets, member, type PageWallets, texts } from './page-wallet.ts'
import { createStandardRequest, type StandardAccount, wireAccounts } from './wallet-standard-request.ts'
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
const signingFeatures = [
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

function capture(wallet: object, features: object, chains: readonly string[]): InjectedProvider {
  const accounts = new Map<string, StandardAccount>()
  const capabilities = { chains, features: signingFeatures.filter((name) => name in features) }
  const optional = <Value>(read: () => Value): Value | undefined => {
    try {
      return read()
    } catch {
      // A getter of the page that throws: the wallet lacks that feature.
      return undefined
    }
  }
  const listAccounts = () => optional(() => member(wallet, 'accounts'))
  const getFeature = (feature: string, name: string) =>
    optional(() => captureMethod(member(features, feature), name))
  const request = createStandardRequest({ getFeature, listAccounts, capabilities }, accounts)
  const on = getFeature('standard:events', 'on')
  return {
    identity: wallet,
    supports: (method) =>
      /^(standard:(dis)?connect|solana:sign(In|Message|(AndSend)?Transaction))$/.test(method),
    request,
    on: (event, listener, signal) => {
      if (event !== 'accountsChanged') return
      let changes = 0
      const onChange = async (change: unknown) => {
        changes += 1
        const changeCount = changes
        const reported = member(change, 'accounts')
        const isEmpty = Array.isArray(reported) && reported.length === 0
        // Some wallets emit the event before they change their list.
        if (isEmpty) await undefined
        if (changeCount !== changes) return
        const accountList = listAccounts()
        // An event may lack the accounts, or wrongly have none: read the list on the wallet's object. An empty list there
        // proves nothing, because not every wallet maintains it.
        const nonEmptyList = Array.isArray(accountList) && accountList.length > 0 ? accountList : undefined
        const list = isEmpty ? (nonEmptyList ?? reported) : (reported ?? nonEmptyList)
        if (Array.isArray(list)) listener(wireAccounts(list, accounts, capabilities))
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
    (event) => attempt(() => captureMethod(event, 'detail')?.(api)),
    signal,
  )
  page.dispatchEvent(new page.CustomEvent('wallet-standard:app-ready', { detail: api }))
  return wallets
}
