import * as viemChains from 'viem/chains'
import { type Network, networkSchema } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { withoutUndefined } from './links.ts'

/** `viem/chains` export and web3icons name, if it has one, of each featured EVM network, in display order. */
export const featuredNetworks: readonly (readonly [chain: string, icon?: string])[] = [
  ['mainnet', 'ethereum'],
  ['base', 'base'],
  ['arbitrum', 'arbitrum-one'],
  ['optimism', 'optimism'],
  ['polygon', 'polygon'],
  ['bsc', 'binance-smart-chain'],
  ['avalanche', 'avalanche'],
  ['unichain', 'unichain'],
  ['linea', 'linea'],
  ['zksync', 'zksync'],
  ['scroll', 'scroll'],
  ['blast', 'blast'],
  ['mantle', 'mantle'],
  ['gnosis', 'gnosis'],
  ['celo', 'celo'],
  ['worldchain', 'world'],
  ['ink', 'ink'],
  ['soneium', 'soneium'],
  ['berachain', 'berachain'],
  ['sonic', 'sonic'],
  ['hyperEvm', 'hyper-evm'],
  ['monad', 'monad'],
  ['plasma', 'plasma'],
  ['megaeth', 'mega-eth'],
  ['abstract', 'abstract'],
  ['apeChain', 'apechain'],
  ['arbitrumNova', 'arbitrum-nova'],
  ['astar', 'astar'],
  ['aurora', 'aurora'],
  ['bob', 'bob'],
  ['confluxESpace', 'conflux'],
  ['cronos', 'cronos'],
  ['fantom', 'fantom'],
  ['filecoin', 'filecoin'],
  ['flare', 'flare'],
  ['fraxtal', 'fraxtal'],
  ['fuse', 'fuse'],
  ['harmonyOne', 'harmony'],
  ['immutableZkEvm', 'immutable'],
  ['iotex', 'iotex'],
  ['kaia', 'kaia'],
  ['katana', 'katana'],
  ['kava', 'kava'],
  ['lens', 'lens'],
  ['lisk', 'lisk'],
  ['lukso', 'lukso'],
  ['manta', 'manta-pacific'],
  ['memecore'],
  ['metis', 'metis-andromeda'],
  ['mode', 'mode'],
  ['moonbeam', 'moonbeam'],
  ['moonriver', 'moonriver'],
  ['opBNB', 'binance-smart-chain'],
  ['plumeMainnet', 'plume'],
  ['pulsechain', 'pulsechain'],
  ['ronin', 'ronin'],
  ['rootstock', 'rootstock'],
  ['sei', 'sei-network'],
  ['taiko', 'taiko'],
  ['telos', 'telos'],
  ['xdc', 'xdc'],
  ['xLayer', 'x-layer'],
  ['zetachain', 'zeta-chain'],
  ['zilliqa', 'zilliqa'],
  ['zora', 'zora'],
  ['sepolia', 'ethereum'],
  ['hoodi', 'ethereum'],
  ['baseSepolia', 'base'],
  ['arbitrumSepolia', 'arbitrum-one'],
  ['optimismSepolia', 'optimism'],
  ['polygonAmoy', 'polygon'],
  ['bscTestnet', 'binance-smart-chain'],
  ['avalancheFuji', 'avalanche'],
]

/** Networks of other ecosystems with an icon in web3icons. */
export const moreNetworkIcons = ['solana', 'polkadot', 'bitcoin'] as const

const viemChain = z.object({
  id: z.int(),
  name: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  rpcUrls: z.object({ default: z.object({ http: z.array(z.string()) }) }),
  blockExplorers: z.optional(z.object({ default: z.object({ name: z.string(), url: z.string() }) })),
  testnet: z.optional(z.boolean()),
})

// The chain's own endpoint and one more: longer lists only contain resellers, some with a key in the path.
const maxRpcUrls = 2

const plainName = (name: string): string => name.replace(/ (Mainnet|MainNet)$/, '')

const trimSlash = (url: string): string => url.replace(/\/+$/, '')

/** The featured EVM networks, as the widget bundles them. */
export function buildNetworks(): Network[] {
  const chains = new Map<string, unknown>(Object.entries(viemChains))
  return featuredNetworks.map(([key, icon]) => {
    const chain = viemChain.parse(chains.get(key))
    const rpcUrls = chain.rpcUrls.default.http.map(trimSlash).filter((url) => /^https:\/\/[^?]+$/.test(url))
    const explorer = chain.blockExplorers?.default
    return z.parse(
      networkSchema,
      withoutUndefined({
        id: `eip155:${chain.id}`,
        name: plainName(chain.name),
        nativeCurrency: chain.nativeCurrency,
        rpcUrls: rpcUrls.slice(0, maxRpcUrls),
        explorer: explorer && { name: explorer.name, url: trimSlash(explorer.url) },
        testnet: chain.testnet === true ? true : undefined,
        imageId: icon,
      }),
    )
  })
}
