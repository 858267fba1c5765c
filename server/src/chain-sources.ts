import { getAddress, isAddress } from 'viem'
import type { BundledToken } from './adapters/bundled/token-table.ts'
import { createEnsNames, ensOnEthereum } from './adapters/ens/ens.ts'
import { createEvmBalances } from './adapters/evm-balances/evm-balances.ts'
import { createPolkadotBalances } from './adapters/polkadot-balances/polkadot-balances.ts'
import { createSnsNames } from './adapters/sns/sns.ts'
import { createSolanaBalances } from './adapters/solana-balances/solana-balances.ts'
import type { ServedNetwork } from './config/bundled-networks.ts'
import type { Config } from './config/config-schema.ts'
import { createHistorySources } from './history-sources.ts'
import type { ChainRpc } from './ports/rpc.ts'
import { createPriceSources } from './price-sources.ts'
import type { ServerParts } from './server.ts'
import { createSwapSources } from './swap-sources.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

/** The address of Multicall3 on most chains (https://www.multicall3.com); chains without it are read by batches. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const [ethereum, solana] = ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const

const isIn = (namespace: string) => (network: ServedNetwork) => network.id.startsWith(`${namespace}:`)

const chainOf = ({ id, nativeCurrency }: ServedNetwork) => ({ chainId: id, native: nativeCurrency })

/** The operator's tokens come first: of two entries for one token the first wins. */
function allTokens(config: Config, bundled: readonly BundledToken[]): readonly BundledToken[] {
  const operatorTokens = config.tokens.map(({ chain, address, symbol, decimals, name = symbol }) => ({
    chainId: chain,
    ...{ address, symbol, decimals, name },
  }))
  const all = [...operatorTokens, ...bundled]
  const keyOf = ({ chainId, address }: BundledToken) => `${chainId} ${address.toLowerCase()}`
  return [...new Map(all.toReversed().map((token) => [keyOf(token), token])).values()].toReversed()
}

/** The sources that read the chains themselves, and the vendors that the operator has configured. */
export function createChainSources(
  config: Config,
  networks: readonly ServedNetwork[],
  bundledTokens: readonly BundledToken[],
  rpc: ChainRpc,
  vendors: VendorConnection,
): Pick<ServerParts, 'balances' | 'prices' | 'histories' | 'swaps' | 'nameServices'> {
  const tokens = allTokens(config, bundledTokens)
  const tokensOn = (chainId: string) => tokens.filter((token) => token.chainId === chainId)
  const evm = networks.filter(isIn('eip155')).map((network) => ({ ...chainOf(network), multicall3 }) as const)
  const evmTokens = tokens.flatMap(({ address, ...token }) =>
    isAddress(address, { strict: false }) ? [{ ...token, address: getAddress(address) }] : [],
  )
  const svm = networks.filter(isIn('solana')).map((network) => ({
    ...chainOf(network),
    tokens: tokensOn(network.id).map(({ address, ...token }) => ({ ...token, mint: address })),
  }))
  const names = networks.flatMap(({ id }) => {
    if (id === ethereum)
      return [createEnsNames(rpc, { chain: { chainId: id, multicall3 }, contract: ensOnEthereum })]
    return id === solana ? [createSnsNames(rpc, id)] : []
  })
  return {
    balances: [
      createEvmBalances(rpc, evm, evmTokens),
      createSolanaBalances(rpc, svm),
      createPolkadotBalances(
        rpc,
        networks.filter(isIn('polkadot')).map((network) => ({ ...chainOf(network), assets: [] })),
      ),
    ],
    prices: createPriceSources(config, networks, tokens, rpc, vendors),
    histories: createHistorySources(config, networks, tokensOn, { rpc, vendors }),
    swaps: createSwapSources(config, networks, tokensOn, { rpc, vendors }),
    nameServices: names,
  }
}
