import type { PageConfig } from '../../stack/wallets/page-config.ts'

/** Our key in `injectedWeb3`. */
export const ownKey = 'drawbridge'

/** What dApps of Polkadot tell a wallet of themselves. */
export const dappName = 'Tidewater Coffee'

/** The socket of a local chain: Asset Hub or Acala. @throws Error when the world has none. */
export function nodeOf(world: PageConfig, chain: 'polkadot' | 'acala' = 'polkadot'): string {
  const url = world[chain]?.wsUrl
  if (url === undefined) throw new Error(`The world has no node of ${chain}`)
  return url
}
