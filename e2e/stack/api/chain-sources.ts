import { getAddress } from 'viem'
import { createChainlinkPrices } from '#server/adapters/chainlink/chainlink.ts'
import { createEnsNames, ensOnEthereum } from '#server/adapters/ens/ens.ts'
import { createEvmBalances } from '#server/adapters/evm-balances/evm-balances.ts'
import { createOtsHistory } from '#server/adapters/ots-history/ots-history.ts'
import { createPolkadotBalances } from '#server/adapters/polkadot-balances/polkadot-balances.ts'
import { createSnsNames } from '#server/adapters/sns/sns.ts'
import { createSolanaBalances } from '#server/adapters/solana-balances/solana-balances.ts'
import { createSolanaHistory } from '#server/adapters/solana-history/solana-history.ts'
import { createUniswapSwaps } from '#server/adapters/uniswap/uniswap.ts'
import type { ChainRpc } from '#server/ports/rpc.ts'
import type { ServerParts } from '#server/server.ts'
import { multicall3Address } from '../chains/local-chains.ts'
import { polkadotCurrency, polkadotUsdt } from '../chains/polkadot/local-genesis.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import { localTokens } from '../chains/tokens.ts'
import { swapChainIds, uniswap } from '../chains/uniswap.ts'
import type { Stack } from '../stack-file.ts'
import { createPoolSwaps } from './convert-pools.ts'
import { localFeedOptions } from './local-feeds.ts'
import { tokenIcon } from './token-pictures.ts'

const multicall3 = multicall3Address
/** The chain on which ENS is deployed. */
const ensChainId = 'eip155:1'
const etherCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18, ...tokenIcon('ETH') }
const solanaCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9, ...tokenIcon('SOL') }
const evmTokens = localTokens.map(({ name, symbol, decimals, address }) => ({
  ...{ name, symbol, decimals, address: getAddress(address) },
  ...tokenIcon(symbol),
}))
const mints = svmMints.map(({ name, symbol, key }) => ({
  ...{ name, symbol, mint: key.address },
  ...tokenIcon(symbol),
}))

/**
 * Creates the sources of balances, prices, histories, swaps and names for the local chains, from the server's adapters. Only
 * the pools of the local Solana chain need a swap service here, because their program exists on no other chain.
 */
export function createChainSources(
  rpc: ChainRpc,
  { chains, solana, polkadot }: Stack,
): Pick<ServerParts, 'balances' | 'prices' | 'histories' | 'swaps' | 'nameServices'> {
  const evm = chains.map(({ id }) => ({ chainId: id, native: etherCurrency, multicall3 }) as const)
  const chainTokens = evm.flatMap(({ chainId }) => evmTokens.map((token) => ({ ...token, chainId })))
  const svm = [{ chainId: solana.id, native: solanaCurrency, tokens: mints }]
  const swapChains = chains.filter(({ chainId }) => swapChainIds.includes(chainId))
  return {
    balances: [
      createEvmBalances(rpc, evm, chainTokens),
      createSolanaBalances(rpc, svm),
      createPolkadotBalances(rpc, [
        { chainId: polkadot.id, native: polkadotCurrency, assets: [polkadotUsdt] },
      ]),
    ],
    prices: [createChainlinkPrices(rpc, Date.now, localFeedOptions({ chains, solana }))],
    histories: [
      createOtsHistory(
        rpc,
        evm.map((chain) => ({ ...chain, tokens: evmTokens })),
      ),
      createSolanaHistory(rpc, svm),
    ],
    swaps: [
      ...swapChains.map(({ id }) =>
        createUniswapSwaps(rpc, Date.now, {
          chain: {
            ...{ chainId: id, multicall3, wrappedNative: uniswap.weth, intermediates: [uniswap.weth] },
            v2: { router: uniswap.router },
          },
          native: etherCurrency,
          tokens: evmTokens,
        }),
      ),
      createPoolSwaps(solana),
    ],
    nameServices: [
      createEnsNames(rpc, { chain: { chainId: ensChainId, multicall3 }, contract: ensOnEthereum }),
      createSnsNames(rpc, solana.id),
    ],
  }
}
