import {
  type InjectedWallet,
  platformOf,
  sourceIdOf,
  walletIdOf,
} from '../../shared/channel/records/discovered-wallet.ts'
import type { BridgeState, WalletEntry } from '../../shared/channel/records/entries.ts'
import type { InjectedProvider } from '../../shared/channel/wallets/injected-provider.ts'

/**
 * Wallet entry of SPEC §3 with its two actions. Ethereum injected wallets carry `provider` and `providerId`, Polkadot
 * ones `extension` and `extensionId`.
 */
export type BridgeWallet = WalletEntry & {
  /** Ethereum wallets: the EIP-1193 provider in this page. Requests to it bypass the widget. */
  readonly provider?: object
  /** Polkadot wallets: the entry of `window.injectedWeb3`. Requests to it bypass the widget. */
  readonly extension?: object
  /**
   * Shows the wallet's prompt; to replace a connected wallet the user clicks in the widget first. Rejects with the wallet's own
   * code, 4001 if the user rejects.
   */
  connect(): Promise<void>
  /** Disconnects this wallet; it is not reconnected on the next load. */
  disconnect(): Promise<void>
}

/** Calls a widget method for a wallet. @throws the widget's error */
type WalletCall = (
  method: 'wallet.connect' | 'session.disconnect',
  params: { readonly walletId: string },
) => Promise<void>

/** Lists discovered wallets and those connected by other means, one entry each. */
export function bridgeWallets(
  discovered: readonly InjectedWallet[],
  state: BridgeState,
  providerOf: (handle: string) => InjectedProvider | undefined,
  call: WalletCall,
): readonly BridgeWallet[] {
  const actions = (walletId: string) => ({
    connect: () => call('wallet.connect', { walletId }),
    disconnect: () => call('session.disconnect', { walletId }),
  })
  const injected = discovered.map((wallet): BridgeWallet => {
    const { handle, namespace, name, icon } = wallet
    const id = walletIdOf(wallet)
    const object = providerOf(handle)?.identity
    return {
      id,
      platform: platformOf(namespace),
      type: 'injected',
      name,
      isConnected: state.accounts.some((account) => account.walletId === id),
      ...sourceIdOf(wallet),
      ...(icon && { icon }),
      ...(object && namespace === 'eip155' && { provider: object }),
      ...(object && namespace === 'polkadot' && { extension: object }),
      ...actions(id),
    }
  })
  const others = state.wallets.filter(({ id }) => !injected.some((wallet) => wallet.id === id))
  return [...injected, ...others.map((wallet) => ({ ...wallet, ...actions(wallet.id) }))]
}
