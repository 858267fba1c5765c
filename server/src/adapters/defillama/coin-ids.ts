import { nativeTokenAddresses } from '../../../../shared/api/price.ts'

/** DefiLlama's name of a chain, and the id of its native currency. */
type DefillamaChain = { readonly name: string; readonly native?: string }

const ether = 'coingecko:ethereum'

/**
 * Chains by CAIP-2 id, with the names of https://github.com/DefiLlama/defillama-sdk (providers.json) and
 * https://github.com/DefiLlama/defillama-server (coins). A native currency that a chain mints one for one has the price of
 * the original.
 */
const chains: ReadonlyMap<string, DefillamaChain> = new Map([
  ['eip155:1', { name: 'ethereum', native: ether }],
  ['eip155:10', { name: 'optimism', native: ether }],
  ['eip155:56', { name: 'bsc', native: 'coingecko:binancecoin' }],
  ['eip155:100', { name: 'xdai', native: 'xdai:0x0000000000000000000000000000000000000000' }],
  ['eip155:137', { name: 'polygon', native: 'coingecko:polygon-ecosystem-token' }],
  ['eip155:196', { name: 'xlayer' }],
  ['eip155:204', { name: 'op_bnb', native: 'coingecko:binancecoin' }],
  ['eip155:250', { name: 'fantom', native: 'coingecko:fantom' }],
  ['eip155:252', { name: 'fraxtal' }],
  ['eip155:324', { name: 'era', native: ether }],
  ['eip155:1030', { name: 'conflux' }],
  ['eip155:1088', { name: 'metis' }],
  ['eip155:1284', { name: 'moonbeam', native: 'coingecko:moonbeam' }],
  ['eip155:1285', { name: 'moonriver', native: 'coingecko:moonriver' }],
  ['eip155:5000', { name: 'mantle', native: 'coingecko:mantle' }],
  ['eip155:8217', { name: 'klaytn' }],
  ['eip155:8453', { name: 'base', native: ether }],
  ['eip155:42161', { name: 'arbitrum', native: ether }],
  ['eip155:42170', { name: 'arbitrum_nova', native: ether }],
  ['eip155:42220', { name: 'celo', native: 'coingecko:celo' }],
  ['eip155:43114', { name: 'avax', native: 'coingecko:avalanche-2' }],
  ['eip155:59144', { name: 'linea', native: ether }],
  ['eip155:81457', { name: 'blast', native: ether }],
  ['eip155:167000', { name: 'taiko', native: ether }],
  ['eip155:534352', { name: 'scroll', native: ether }],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { name: 'solana', native: 'coingecko:solana' }],
])

const addressPatterns: ReadonlyMap<string, RegExp> = new Map([
  ['eip155', /^0x[0-9a-f]{40}$/],
  ['solana', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
])

/**
 * DefiLlama's id of a token; undefined for a chain or token that is not supported.
 * @param tokenId CAIP-10; native currencies by `nativeTokenAddresses`.
 * @example coinId('eip155:1:0xDAC17F958D2ee523a2206206994597C13D831ec7') // 'ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7'
 */
export function coinId(tokenId: string): string | undefined {
  const at = tokenId.lastIndexOf(':')
  const chain = chains.get(tokenId.slice(0, at))
  if (chain === undefined) return undefined
  const namespace = tokenId.slice(0, tokenId.indexOf(':'))
  const text = tokenId.slice(at + 1)
  const address = namespace === 'eip155' ? text.toLowerCase() : text
  if (Object.values<string>(nativeTokenAddresses).includes(address)) return chain.native
  return addressPatterns.get(namespace)?.test(address) ? `${chain.name}:${address}` : undefined
}
