import { type ChainId, chainReference, parseChainId } from '#shared/caip/chain-id.ts'
import { solanaClusters } from '#shared/caip/solana-clusters.ts'

/** The wallet's name of a chain (Wallet Standard): a chain with an unknown genesis hash is the local one. */
export const walletChain = (chain: ChainId): string =>
  solanaClusters[chainReference(chain)] ?? 'solana:localnet'

const caip2Pattern = /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/

/**
 * The CAIP-2 id for a wallet's name of a chain; `undefined` if it is not a Solana chain. A local chain has a different
 * genesis hash each time, so its name does not identify it and stays unchanged.
 */
export function chainOfWallet(name: string): ChainId | undefined {
  const known = Object.entries(solanaClusters).find(([, cluster]) => cluster === name)
  if (known !== undefined) return parseChainId(`solana:${known[0]}`)
  return name === 'solana:localnet' || caip2Pattern.test(name) ? parseChainId(name) : undefined
}
