import type { BridgeState, WalletEntry } from '../../shared/channel/entries.ts'
import { type FoundWallet, walletIdOf } from '../../shared/channel/found-wallet.ts'
import type { InjectedProvider } from './wallets/injected-provider.ts'

/** Wallet entry of SPEC §3 with its two actions. Ethereum injected wallets carry `provider` and `providerId`. */
export type BridgeWallet = WalletEntry & {
  readonly provider?: object
  /** Connects through the widget; rejects with the wallet's own code (4001 when refused). */
  connect(): Promise<void>
  disconnect(): Promise<void>
}

/** Wallets of the page and those connected otherwise, one entry each. */
export function bridgeWallets(options: {
  readonly found: readonly FoundWallet[]
  readonly state: BridgeState
  readonly provider: (handle: string) => InjectedProvider | undefined
  readonly connect: (walletId: string) => Promise<void>
  readonly disconnect: (walletId: string) => Promise<void>
}): readonly BridgeWallet[] {
  const connected = new Set(options.state.accounts.map((account) => account.walletId))
  const actions = (id: string) => ({
    connect: () => options.connect(id),
    disconnect: () => options.disconnect(id),
  })
  const injected = options.found.map((wallet): BridgeWallet => {
    const id = walletIdOf(wallet)
    const provider = options.provider(wallet.handle)
    return {
      id,
      platform: 'ethereum',
      type: 'injected',
      name: wallet.name,
      isConnected: connected.has(id),
      providerId: wallet.rdns ?? wallet.name,
      ...(wallet.icon === undefined ? {} : { icon: wallet.icon }),
      ...(provider === undefined ? {} : { provider: provider.identity }),
      ...actions(id),
    }
  })
  const known = new Set(injected.map((wallet) => wallet.id))
  const others = options.state.wallets.filter((wallet) => !known.has(wallet.id))
  return [...injected, ...others.map((wallet) => ({ ...wallet, ...actions(wallet.id) }))]
}
