import type { Network } from '#shared/config/network.ts'
import type { ChainManifest } from '../chain-adapter.ts'

/** A Solana address: 32 to 44 base58 characters (SPEC §5). */
const solanaAddressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Solana explorers name the cluster in the query, so the path is inserted before it. */
function underExplorer({ explorer }: Network, path: string): string | undefined {
  if (explorer === undefined || !URL.canParse(explorer.url)) return undefined
  const url = new URL(explorer.url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}

/** What the widget needs of Solana without loading the adapter. */
export const solanaManifest: ChainManifest = {
  namespace: 'solana',
  looksLikeAddress: (text) => solanaAddressPattern.test(text.trim()),
  explorerTransactionUrl: (network, hash) => underExplorer(network, `tx/${encodeURIComponent(hash)}`),
  explorerAddressUrl: (network, address) => underExplorer(network, `account/${encodeURIComponent(address)}`),
}
