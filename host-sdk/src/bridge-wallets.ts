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
export function bridgeWallets(
  found: readonly FoundWallet[],
  state: BridgeState,
  providerOf: (handle: string) => InjectedProvider | undefined,
  actions: (walletId: string) => Pick<BridgeWallet, 'connect' | 'disconnect'>,
): readonly BridgeWallet[] {
  const injected = found.map((wallet): BridgeWallet => {
    const { handle, name, rdns = name, icon } = wallet
    const id = walletIdOf(wallet)
    const provider = providerOf(handle)?.identity
    return {
      id,
      platform: 'ethereum',
      type: 'injected',
      name,
      isConnected: state.accounts.some((account) => account.walletId === id),
      providerId: rdns,
      ...(icon && { icon }),
      ...(provider && { provider }),
      ...actions(id),
    }
  })
  const others = state.wallets.filter(({ id }) => !injected.some((wallet) => wallet.id === id))
  return [...injected, ...others.map((wallet) => ({ ...wallet, ...actions(wallet.id) }))]
}
