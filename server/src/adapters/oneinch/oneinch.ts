import { type Address, isAddressEqual, maxUint256 } from 'viem'
import { nativeEvmAddress } from '../../../../shared/api/price.ts'
import {
  createRouterApprovals,
  gasPrices,
  isNativeToken,
  parseAddress,
  readGasPrice,
  swapGasOf,
} from '../../chain-clients/evm-swap-reads.ts'
import { offeredTokens, type SwapToken } from '../../chain-clients/offered-tokens.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import { InvalidSwapError, type RequestedSwap, type SwapService } from '../../ports/sources/swaps.ts'
import type { OneInchApi, OneInchRequest } from './api.ts'
import { checkQuote, checkSwap } from './check-swap.ts'
import { type OneInchChainId, oneInchRouters } from './routers.ts'

export type OneInchOptions = {
  readonly chainId: OneInchChainId
  readonly native: Omit<SwapToken, 'address'>
  readonly tokens: readonly SwapToken[]
}

/** Gas of a swap that is not simulated: a route over several pools. */
const swapGas = 600_000n
/** Maximum slippage that the API accepts, in basis points. */
const slippageMax = 5_000n

/** Formats basis points as percent: `0.5` for 50. */
const percentOf = (basisPoints: bigint): string => {
  const fraction = String(basisPoints % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${basisPoints / 100n}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Swaps by 1inch on one chain. Allowances, approvals and gas come from the chain, so that only quotes and swaps count
 * against the vendor's rate limit; a swap is returned only if its call data is verified.
 */
export function createOneInchSwaps(
  rpc: ChainRpc,
  api: OneInchApi,
  { chainId, native, tokens }: OneInchOptions,
): SwapService {
  const router: Address = oneInchRouters[chainId]
  const chain = chainId.slice('eip155:'.length)

  function parseSwap(swap: RequestedSwap): { readonly request: OneInchRequest; readonly user: Address } {
    const [user, from, to] = [parseAddress(swap.user), parseAddress(swap.from), parseAddress(swap.to)]
    if (isAddressEqual(from, to)) throw new InvalidSwapError('The tokens are the same')
    if (swap.amount <= 0n || swap.amount > maxUint256) throw new InvalidSwapError('Invalid amount')
    return { request: { chain, from, to, amount: swap.amount }, user }
  }

  return {
    chainId,
    tokens: async () => offeredTokens({ ...native, address: nativeEvmAddress }, tokens),
    quote: async (swap) => {
      const { request } = parseSwap(swap)
      const quote = await api.quote(request)
      checkQuote(quote, request)
      return { toAmount: quote.dstAmount }
    },
    gasPrice: () => gasPrices(rpc, chainId),
    approvals: createRouterApprovals(rpc, chainId, router),
    build: async (swap, slippageBasisPoints, isSimulated) => {
      if (slippageBasisPoints < 0n || slippageBasisPoints > slippageMax)
        throw new InvalidSwapError('Slippage is 0 to 50 percent')
      const { request, user } = parseSwap(swap)
      const response = await api.swap(request, user, percentOf(slippageBasisPoints))
      const isNativeIn = isNativeToken(request.from)
      const data = checkSwap(response, { request, user, router, isNativeIn, slippageBasisPoints })
      const value = isNativeIn ? request.amount : 0n
      const [gas, gasPrice] = await Promise.all([
        isSimulated ? swapGasOf(rpc, chainId, { from: user, to: router, data, value }) : swapGas,
        readGasPrice(rpc, chainId),
      ])
      return {
        to: router,
        data,
        amount: String(value),
        eip155: { gas: String(gas), gasPrice: String(gasPrice) },
      }
    },
  }
}
