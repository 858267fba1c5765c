import type { ChainManifest } from '../chain-adapter.ts'

/** An SS58 address of a 32-byte key, with a prefix of one or two bytes. */
export const ss58Pattern = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/

/** The address of an `ethereum` key (20 bytes), which some chains use. */
export const h160Pattern = /^0x[0-9a-fA-F]{40}$/

const underExplorer = (explorer: { url: string } | undefined, path: string): string | undefined =>
  explorer === undefined ? undefined : `${explorer.url.replace(/\/+$/, '')}/${path}`

/** What the widget needs of Substrate chains without loading the adapter; explorer paths are those of Subscan. */
export const polkadotManifest: ChainManifest = {
  namespace: 'polkadot',
  looksLikeAddress: (text) => ss58Pattern.test(text.trim()) || h160Pattern.test(text.trim()),
  explorerTransactionUrl: (network, hash) =>
    underExplorer(network.explorer, `extrinsic/${encodeURIComponent(hash)}`),
  explorerAddressUrl: (network, address) =>
    underExplorer(network.explorer, `account/${encodeURIComponent(address)}`),
}
