import { nativeTokenAddresses } from '../../shared/api/price.ts'
import type { BundledToken } from './adapters/bundled/token-table.ts'
import { createChainlinkPrices, createChainlinkRates } from './adapters/chainlink/chainlink.ts'
import { ethereumFeeds } from './adapters/chainlink/ethereum-feeds.ts'
import { createDefillamaPrices } from './adapters/defillama/defillama.ts'
import type { ServedNetwork } from './config/bundled-networks.ts'
import type { Config } from './config/config-schema.ts'
import type { ChainRpc } from './ports/rpc.ts'
import type { PriceSource } from './ports/sources/prices.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

/** The address of Multicall3 on Ethereum (https://www.multicall3.com). */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const ethereum = 'eip155:1'

const keyOf = (tokenId: string): string => (tokenId.startsWith('eip155:') ? tokenId.toLowerCase() : tokenId)

/** Names of tokens and native currencies by CAIP-10 id. */
function tokenNames(networks: readonly ServedNetwork[], tokens: readonly BundledToken[]) {
  const natives = networks.flatMap(({ id, nativeCurrency: { name, symbol } }) =>
    Object.values(nativeTokenAddresses).map((address) => [`${id}:${address}`, { name, symbol }] as const),
  )
  const listed = tokens.map(
    ({ chainId, address, name, symbol }) => [keyOf(`${chainId}:${address}`), { name, symbol }] as const,
  )
  const names = new Map([...natives, ...listed])
  return (tokenId: string) => names.get(keyOf(tokenId))
}

/** The enabled price sources, in the operator's order. */
export function createPriceSources(
  { prices: { order, chainlink, defillama } }: Pick<Config, 'prices'>,
  networks: readonly ServedNetwork[],
  tokens: readonly BundledToken[],
  rpc: ChainRpc,
  vendors: VendorConnection,
): readonly PriceSource[] {
  const { now } = vendors.timers
  const hasFeeds = chainlink.isEnabled && networks.some(({ id }) => id === ethereum)
  const feeds = { ...ethereumFeeds, chains: [{ chainId: ethereum, multicall3 } as const] }
  return order.flatMap((source) => {
    if (source === 'chainlink') return hasFeeds ? [createChainlinkPrices(rpc, now, feeds)] : []
    if (!defillama.isEnabled) return []
    const { url, maxAgeSeconds, minConfidencePercent } = defillama
    return [
      createDefillamaPrices(vendors, {
        ...{ url, maxAgeSeconds, minConfidence: minConfidencePercent / 100 },
        rates: hasFeeds ? createChainlinkRates(rpc, now, feeds) : undefined,
        namesOf: tokenNames(networks, tokens),
      }),
    ]
  })
}
