import { createBlockscoutHistory } from './adapters/blockscout/blockscout.ts'
import type { BundledToken } from './adapters/bundled/token-table.ts'
import { createEtherscanHistory, type EtherscanChain } from './adapters/etherscan/etherscan.ts'
import { createOtsHistory } from './adapters/ots-history/ots-history.ts'
import { createSolanaHistory } from './adapters/solana-history/solana-history.ts'
import type { ServedNetwork } from './config/bundled-networks.ts'
import type { Config } from './config/config-schema.ts'
import type { ChainRpc } from './ports/rpc.ts'
import type { HistorySource } from './ports/sources/history.ts'
import { createThrottle } from './vendor-clients/throttle.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

type SourcePorts = { readonly rpc: ChainRpc; readonly vendors: VendorConnection }

/** The address of Multicall3 on most chains (https://www.multicall3.com); chains without it are read by batches. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A second plus a margin, because requests that are sent a second apart can arrive closer together. */
const secondWithMarginMs = 1_050
/** A request that would wait longer for the throttle is rejected. */
const throttleMaxWaitMs = 3_000

function etherscanSources(
  { etherscan }: Config['history'],
  explorerChainOf: (chainId: string) => readonly EtherscanChain[],
  vendors: VendorConnection,
): readonly HistorySource[] {
  const chains = etherscan?.chainIds.flatMap(explorerChainOf) ?? []
  if (etherscan === undefined || chains.length === 0) return []
  const { url, apiKey, requestsPerSecond } = etherscan
  const intervalMs = Math.ceil(secondWithMarginMs / requestsPerSecond)
  const { reserveSlot, timers } = vendors
  const throttleOptions = { vendor: 'Etherscan', intervalMs, maxWaitMs: throttleMaxWaitMs }
  const throttle = createThrottle({ ...throttleOptions, clock: timers.now, reserveSlot })
  return [createEtherscanHistory(vendors, { url, apiKey, throttle, chains })]
}

/** Sources of transaction history: of two for one network the first is used, the network's own nodes before vendors. */
export function createHistorySources(
  { history }: Pick<Config, 'history'>,
  networks: readonly ServedNetwork[],
  tokensOn: (chainId: string) => readonly BundledToken[],
  { rpc, vendors }: SourcePorts,
): readonly HistorySource[] {
  const explorerChainOf = (chainId: string) => {
    const native = networks.find(({ id }) => id === chainId)?.nativeCurrency
    return native === undefined ? [] : [{ chainId, native, tokens: tokensOn(chainId) }]
  }
  const indexed = history.otterscan.chainIds.flatMap(explorerChainOf)
  const explorers = history.blockscout.explorers.flatMap(({ chainId, url, apiKey }) =>
    explorerChainOf(chainId).map((chain) => ({ ...chain, url, apiKey })),
  )
  const solana = networks
    .filter(({ id }) => id.startsWith('solana:'))
    .map(({ id, nativeCurrency: native }) => ({
      ...{ chainId: id, native },
      tokens: tokensOn(id).map(({ address, ...token }) => ({ ...token, mint: address })),
    }))
  return [
    ...(indexed.length > 0
      ? [
          createOtsHistory(
            rpc,
            indexed.map((chain) => ({ ...chain, multicall3 })),
          ),
        ]
      : []),
    ...(explorers.length > 0 ? [createBlockscoutHistory(vendors, explorers)] : []),
    ...etherscanSources(history, explorerChainOf, vendors),
    createSolanaHistory(rpc, solana),
  ]
}
