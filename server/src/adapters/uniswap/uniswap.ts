import { type Address, getAddress, maxUint256 } from 'viem'
import { nativeEvmAddress } from '../../../../shared/api/price.ts'
import * as z from '../../../../shared/zod.ts'
import { callChain } from '../../chain-clients/call-chain.ts'
import { hexSchema } from '../../chain-clients/evm-call.ts'
import {
  createRouterApprovals,
  gasPrices,
  isNativeToken,
  parseAddress,
  readGasPrice,
  swapGasOf,
} from '../../chain-clients/evm-swap-reads.ts'
import { offeredTokens, type SwapToken } from '../../chain-clients/offered-tokens.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import {
  InvalidSwapError,
  NoLiquidityError,
  type RequestedSwap,
  type SwapService,
} from '../../ports/sources/swaps.ts'
import type { UniswapChain } from './deployments.ts'
import { bestRoute, type QuotedRoute } from './routes.ts'
import { routerOf, swapData } from './swap-call.ts'

export type UniswapOptions = {
  readonly chain: UniswapChain
  readonly native: Omit<SwapToken, 'address'>
  readonly tokens: readonly SwapToken[]
}

/** How long a built swap stays valid. */
const deadlineSeconds = 1_200n
/** Gas of a swap that is not simulated: over two pools of V3. */
const swapGas = 350_000n
const basisPoints = 10_000n

const blockSchema = z.object({ timestamp: hexSchema() })

/**
 * Swaps on the pools of Uniswap V2 and V3 of a chain: the best of direct routes and of those over one intermediate token.
 * @throws Error when the chain has no router.
 */
export function createUniswapSwaps(rpc: ChainRpc, clock: Clock, options: UniswapOptions): SwapService {
  const { native, tokens } = options
  const { chainId } = options.chain
  const wrappedNative = getAddress(options.chain.wrappedNative)
  const intermediates = options.chain.intermediates.map((token) => getAddress(token))
  const chain = { ...options.chain, wrappedNative, intermediates }
  const router = routerOf(chain)
  if (router === undefined) throw new Error(`There is no router of Uniswap for ${chainId}`)

  async function route(
    swap: RequestedSwap,
  ): Promise<QuotedRoute & { from: Address; to: Address; user: Address }> {
    const [user, from, to] = [parseAddress(swap.user), parseAddress(swap.from), parseAddress(swap.to)]
    const wrapped = (token: Address) => (isNativeToken(token) ? wrappedNative : token)
    if (wrapped(from) === wrapped(to)) throw new InvalidSwapError('The tokens are the same')
    if (swap.amount <= 0n || swap.amount > maxUint256) throw new InvalidSwapError('Invalid amount')
    const best = await bestRoute(rpc, chain, wrapped(from), wrapped(to), swap.amount)
    if (best === undefined) throw new NoLiquidityError()
    return { ...best, user, from, to }
  }

  async function deadline(): Promise<bigint> {
    const call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    const chainTime = BigInt((await callChain(rpc, chainId, call, blockSchema)).timestamp)
    const now = BigInt(Math.floor(clock() / 1_000))
    return (chainTime > now ? chainTime : now) + deadlineSeconds
  }

  return {
    chainId,
    tokens: async () => offeredTokens({ ...native, address: nativeEvmAddress }, tokens),
    quote: async (swap) => {
      const { toAmount, providerFee } = await route(swap)
      return { toAmount, providerFee }
    },
    gasPrice: () => gasPrices(rpc, chainId),
    approvals: createRouterApprovals(rpc, chainId, router),
    build: async (swap, slippageBasisPoints, isSimulated) => {
      if (slippageBasisPoints < 0n || slippageBasisPoints > basisPoints)
        throw new InvalidSwapError('Slippage is 0 to 100 percent')
      const { user, from, to, toAmount, route: best } = await route(swap)
      const [isNativeIn, isNativeOut] = [isNativeToken(from), isNativeToken(to)]
      const minimum = (toAmount * (basisPoints - slippageBasisPoints)) / basisPoints
      const data = swapData(chain, {
        ...{ user, route: best, amount: swap.amount, minimum, isNativeIn, isNativeOut },
        deadline: await deadline(),
      })
      const value = isNativeIn ? swap.amount : 0n
      const gas = isSimulated
        ? await swapGasOf(rpc, chainId, { from: user, to: router, data, value })
        : swapGas
      const eip155 = { gas: String(gas), gasPrice: String(await readGasPrice(rpc, chainId)) }
      return { to: router, data, amount: String(value), eip155 }
    },
  }
}
