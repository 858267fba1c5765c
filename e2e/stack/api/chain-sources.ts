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
import { poolService } from './convert-pools.ts'
import { localFeedOptions } from './local-feeds.ts'
import { picture } from './token-pictures.ts'

const multicall3 = multicall3Address
/** The chain that has ENS. */
const namingChainId = 'eip155:1'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18, ...picture('ETH') }
const solanaCoin = { name: 'Solana', symbol: 'SOL', decimals: 9, ...picture('SOL') }
const evmTokens = localTokens.map(({ name, symbol, decimals, address }) => ({
  ...{ name, symbol, decimals, address: getAddress(address) },
  ...picture(symbol),
}))
const mints = svmMints.map(({ name, symbol, key }) => ({
  ...{ name, symbol, mint: key.address },
  ...picture(symbol),
}))

/**
 * Balances, prices, histories, swaps and names of the local chains, by the server's own adapters. Only the pools of the local
 * Solana chain, whose program exists nowhere else, have a service of the local world.
 */
export function chainSources(
  rpc: ChainRpc,
  { chains, solana, polkadot }: Stack,
): Pick<ServerParts, 'balances' | 'prices' | 'histories' | 'swaps' | 'nameServices'> {
  const evm = chains.map(({ id }) => ({ chainId: id, native: ether, multicall3 }) as const)
  const listed = evm.flatMap(({ chainId }) => evmTokens.map((token) => ({ ...token, chainId })))
  const svm = [{ chainId: solana.id, native: solanaCoin, tokens: mints }]
  const swapped = chains.filter(({ chainId }) => swapChainIds.includes(chainId))
  return {
    balances: [
      createEvmBalances(rpc, evm, listed),
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
      ...swapped.map(({ id }) =>
        createUniswapSwaps(rpc, Date.now, {
          chain: {
            ...{ chainId: id, multicall3, wrappedNative: uniswap.weth, intermediates: [uniswap.weth] },
            v2: { router: uniswap.router },
          },
          native: ether,
          tokens: evmTokens,
        }),
      ),
      poolService(solana),
    ],
    nameServices: [
      createEnsNames(rpc, { chain: { chainId: namingChainId, multicall3 }, contract: ensOnEthereum }),
      createSnsNames(rpc, solana.id),
    ],
  }
}
