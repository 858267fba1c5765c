import { type ChainId, chainReference, parseChainId } from '#shared/caip/chain-id.ts'
import { solanaClusters } from '#shared/caip/solana-clusters.ts'

/** What wallets call a chain (Wallet Standard): a chain with a genesis hash of its own is the local one. */
export const walletChain = (chain: ChainId): string =>
  solanaClusters[chainReference(chain)] ?? 'solana:localnet'

const caip2Pattern = /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/

/**
 * The CAIP-2 id of what a wallet calls a chain; `undefined` for what is none of Solana's. A local chain has a different
 * genesis hash each time, so its name says nothing about it and stays as it is.
 */
export function chainOfWallet(name: string): ChainId | undefined {
  const known = Object.entries(solanaClusters).find(([, cluster]) => cluster === name)
  if (known !== undefined) return parseChainId(`solana:${known[0]}`)
  return name === 'solana:localnet' || caip2Pattern.test(name) ? parseChainId(name) : undefined
}
