import type { Clock } from '../../../shared/channel/clock.ts'
import type { Discovery } from '../../../shared/channel/wallets/discover-eip6963.ts'
import { discoverInjectedWeb3 } from '../../../shared/channel/wallets/injected-web3.ts'
import { discoverStandardWallets } from '../../../shared/channel/wallets/wallet-standard.ts'

/** Finds the wallets of a page beside Ethereum ones, until the signal aborts; a file of its own, for the pages that want it. */
export function discoverPageWallets(options: {
  /** As the page wrote them: the default is Polkadot alone (SPEC §3). */
  readonly platforms: unknown
  readonly siteName: string
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onChange: () => void
}): Discovery {
  const { siteName, clock, signal, onChange } = options
  const platforms = String(options.platforms ?? 'polkadot')
  const kinds = [
    ...(platforms.includes('solana') ? [discoverStandardWallets(window, signal, onChange)] : []),
    ...(platforms.includes('polkadot')
      ? [discoverInjectedWeb3(window, siteName, clock, signal, onChange)]
      : []),
  ]
  const found = () => kinds.flatMap((kind) => kind.list())
  return {
    list: () => found().map(({ wallet }) => wallet),
    provider: (handle) => found().find(({ wallet }) => wallet.handle === handle)?.provider,
  }
}
