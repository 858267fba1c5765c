import type { ChainManifest } from '../chain-adapter.ts'

/** An EVM address: 40 hex digits with optional `0x` (SPEC §5). */
export const evmAddressPattern = /^(?:0x)?[0-9a-fA-F]{40}$/

const explorerUrl = (explorer: { url: string } | undefined, path: string): string | undefined =>
  explorer === undefined ? undefined : `${explorer.url.replace(/\/+$/, '')}/${path}`

/** What is available for EVM chains without loading the adapter. */
export const eip155Manifest: ChainManifest = {
  namespace: 'eip155',
  looksLikeAddress: (text) => evmAddressPattern.test(text.trim()),
  explorerTransactionUrl: (network, hash) => explorerUrl(network.explorer, `tx/${encodeURIComponent(hash)}`),
  explorerAddressUrl: (network, address) =>
    explorerUrl(network.explorer, `address/${encodeURIComponent(address)}`),
}
