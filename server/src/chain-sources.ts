import { getAddress, isAddress } from 'viem'
import type { KnownToken } from './adapters/bundled/token-table.ts'
import { ensNames, ensOnEthereum } from './adapters/ens/ens.ts'
import { evmBalances } from './adapters/evm-balances/evm-balances.ts'
import { polkadotBalances } from './adapters/polkadot-balances/polkadot-balances.ts'
import { snsNames } from './adapters/sns/sns.ts'
import { solanaBalances } from './adapters/solana-balances/solana-balances.ts'
import type { ServedNetwork } from './config/bundled-networks.ts'
import type { Config } from './config/config-schema.ts'
import { historySources } from './history-sources.ts'
import type { ChainRpc } from './ports/rpc.ts'
import { priceSources } from './price-sources.ts'
import type { ServerParts } from './server.ts'
import { swapSources } from './swap-sources.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

/** The address of Multicall3 on most chains (https://www.multicall3.com); chains without it are read by batches. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const [ethereum, solana] = ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const

const isIn = (namespace: string) => (network: ServedNetwork) => network.id.startsWith(`${namespace}:`)

const chainOf = ({ id, nativeCurrency }: ServedNetwork) => ({ chainId: id, native: nativeCurrency })

/** The operator's tokens come first: of two entries for one token the first wins. */
function knownTokens(config: Config, bundled: readonly KnownToken[]): readonly KnownToken[] {
  const own = config.tokens.map(({ chain, address, symbol, decimals, name = symbol }) => ({
    chainId: chain,
    ...{ address, symbol, decimals, name },
  }))
  const all = [...own, ...bundled]
  const keyOf = ({ chainId, address }: KnownToken) => `${chainId} ${address.toLowerCase()}`
  return [...new Map(all.toReversed().map((token) => [keyOf(token), token])).values()].toReversed()
}

/** The sources that read the chains themselves, and the vendors that the operator has configured. */
export function chainSources(
  config: Config,
  networks: readonly ServedNetwork[],
  bundledTokens: readonly KnownToken[],
  rpc: ChainRpc,
  vendors: VendorConnection,
): Pick<ServerParts, 'balances' | 'prices' | 'histories' | 'swaps' | 'nameServices'> {
  const tokens = knownTokens(config, bundledTokens)
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
      return [ensNames(rpc, { chain: { chainId: id, multicall3 }, contract: ensOnEthereum })]
    return id === solana ? [snsNames(rpc, id)] : []
  })
  return {
    balances: [
      evmBalances(rpc, evm, evmTokens),
      solanaBalances(rpc, svm),
      polkadotBalances(
        rpc,
        networks.filter(isIn('polkadot')).map((network) => ({ ...chainOf(network), assets: [] })),
      ),
    ],
    prices: priceSources(config, networks, tokens, rpc, vendors),
    histories: historySources(config, networks, tokensOn, { rpc, vendors }),
    swaps: swapSources(config, networks, tokensOn, { rpc, vendors }),
    nameServices: names,
  }
}
