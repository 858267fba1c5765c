import type { Clock } from '../../../shared/channel/clock.ts'
import type { Discovery } from '../../../shared/channel/wallets/discover-eip6963.ts'
import { discoverInjectedWeb3 } from '../../../shared/channel/wallets/discover-injected-web3.ts'
import { discoverStandardWallets } from '../../../shared/channel/wallets/discover-wallet-standard.ts'

/** Discovers the Solana and Polkadot wallets of a page, until the signal aborts; in a file of its own, loaded on demand. */
export function discoverPageWallets(options: {
  /** As the page passed them: the default is Polkadot alone (SPEC §3). */
  readonly platforms?: unknown
  readonly siteName: string
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onChange: () => void
}): Discovery {
  const { siteName, clock, signal, onChange } = options
  const platforms = String(options.platforms ?? 'polkadot')
  const discoveries = [
    ...(platforms.includes('solana') ? [discoverStandardWallets(window, signal, onChange)] : []),
    ...(platforms.includes('polkadot')
      ? [discoverInjectedWeb3(window, siteName, clock, signal, onChange)]
      : []),
  ]
  const discovered = () => discoveries.flatMap((kind) => kind.list())
  return {
    list: () => discovered().map(({ wallet }) => wallet),
    provider: (handle) => discovered().find(({ wallet }) => wallet.handle === handle)?.provider,
  }
}
