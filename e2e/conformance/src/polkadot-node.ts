import type { PageWorld } from '../../stack/wallets/page-world.ts'

/** Our key in `injectedWeb3`. */
export const ownKey = 'drawbridge'

/** What dApps of Polkadot tell a wallet of themselves. */
export const dappName = 'Tidewater Coffee'

/** The socket of the local node. @throws Error when the world has none. */
export function nodeOf({ polkadot }: PageWorld): string {
  if (polkadot?.wsUrl === undefined) throw new Error('The world has no Polkadot node')
  return polkadot.wsUrl
}
