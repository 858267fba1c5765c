import type { PageConfig } from '../../stack/wallets/page-config.ts'

/** The widget's key in `injectedWeb3`. */
export const widgetKey = 'drawbridge'

/** The name that Polkadot dApps pass to a wallet. */
export const dappName = 'Tidewater Coffee'

/** The WebSocket URL of a local chain: Asset Hub or Acala. @throws Error if the test world has none. */
export function nodeUrlOf(world: PageConfig, chain: 'polkadot' | 'acala' = 'polkadot'): string {
  const url = world[chain]?.wsUrl
  if (url === undefined) throw new Error(`The world has no node of ${chain}`)
  return url
}
