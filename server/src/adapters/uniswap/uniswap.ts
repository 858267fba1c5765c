import { type Address, encodeFunctionData, erc20Abi, getAddress, isAddress, maxUint256 } from 'viem'
import * as z from 'zod/mini'
import { nativeEvmAddress } from '../../../../shared/api/price.ts'
import { callChain } from '../../chain-clients/call-chain.ts'
import { callContract, hexSchema, isRevert } from '../../chain-clients/evm-call.ts'
import { uintOf } from '../../chain-clients/read-contracts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import {
  InvalidSwapError,
  NoLiquidityError,
  type RequestedSwap,
  type SwapService,
} from '../../ports/swaps.ts'
import type { UniswapChain } from './deployments.ts'
import { bestRoute, type QuotedRoute } from './routes.ts'
import { routerOf, swapData } from './swap-call.ts'

/** A token that the widget offers. */
export type SwapToken = {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

export type UniswapOptions = {
  readonly chain: UniswapChain
  readonly native: Omit<SwapToken, 'address'>
  readonly tokens: readonly SwapToken[]
}

/** How long a built swap stays valid. */
const deadlineSeconds = 1_200n
/** Gas of a swap that is not simulated: over two pools of V3. */
const swapGas = 350_000n
const approveGas = 65_000n
const basisPoints = 10_000n

const blockSchema = z.object({ timestamp: hexSchema() })

const isNative = (token: Address): boolean => token.toLowerCase() === nativeEvmAddress

/** @throws InvalidSwapError */
function readAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new InvalidSwapError(`Invalid address: ${text}`)
  return getAddress(text.toLowerCase())
}

const offered = ({ iconUrl, ...token }: SwapToken) => ({
  ...token,
  ...(iconUrl === undefined ? {} : { logoUri: iconUrl }),
})

/**
 * Swaps on the pools of Uniswap V2 and V3 of a chain: the best of direct routes and of those over one intermediate token.
 * @throws Error when the chain has no router.
 */
export function uniswapSwaps(rpc: ChainRpc, clock: Clock, options: UniswapOptions): SwapService {
  const { native, tokens } = options
  const { chainId } = options.chain
  const wrappedNative = getAddress(options.chain.wrappedNative)
  const intermediates = options.chain.intermediates.map((token) => getAddress(token))
  const chain = { ...options.chain, wrappedNative, intermediates }
  const router = routerOf(chain)
  if (router === undefined) throw new Error(`There is no router of Uniswap for ${chainId}`)
  const quantity = async (method: string, params: readonly unknown[]): Promise<bigint> =>
    BigInt(await callChain(rpc, chainId, { method, params }, hexSchema()))
  const gasPrice = () => quantity('eth_gasPrice', [])

  async function route(
    swap: RequestedSwap,
  ): Promise<QuotedRoute & { from: Address; to: Address; user: Address }> {
    const [user, from, to] = [readAddress(swap.user), readAddress(swap.from), readAddress(swap.to)]
    const wrapped = (token: Address) => (isNative(token) ? wrappedNative : token)
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
    tokens: async () => [{ ...offered({ ...native, address: nativeEvmAddress }) }, ...tokens.map(offered)],
    quote: async (swap) => {
      const { toAmount, providerFee } = await route(swap)
      return { toAmount, providerFee }
    },
    gasPrice: async () => {
      const price = await gasPrice()
      return {
        standard: String(price),
        fast: String((price * 5n) / 4n),
        instant: String((price * 3n) / 2n),
      }
    },
    approvals: {
      allowance: async (owner, token) => {
        const address = readAddress(token)
        if (isNative(address)) return maxUint256
        const args = [readAddress(owner), router] as const
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
        const allowance = uintOf(
          await callContract(rpc, chainId, { to: address, data }, 'latest', { isFresh: true }),
        )
        if (allowance === undefined) throw new InvalidSwapError(`No token at ${address}`)
        return allowance
      },
      build: async (_owner, token, amount = maxUint256) => {
        const address = readAddress(token)
        if (isNative(address)) throw new InvalidSwapError('The native coin needs no approval')
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
        const eip155 = { gas: Number(approveGas), gasPrice: String(await gasPrice()) }
        return { to: address, data, value: '0', eip155 }
      },
    },
    build: async (swap, slippageBasisPoints, isSimulated) => {
      if (slippageBasisPoints < 0n || slippageBasisPoints > basisPoints)
        throw new InvalidSwapError('Slippage is 0 to 100 percent')
      const { user, from, to, toAmount, route: best } = await route(swap)
      const [isNativeIn, isNativeOut] = [isNative(from), isNative(to)]
      const minimum = (toAmount * (basisPoints - slippageBasisPoints)) / basisPoints
      const data = swapData(chain, {
        ...{ user, route: best, amount: swap.amount, minimum, isNativeIn, isNativeOut },
        deadline: await deadline(),
      })
      const value = isNativeIn ? swap.amount : 0n
      const transaction = { from: user, to: router, data, value: `0x${value.toString(16)}` }
      const gas = isSimulated
        ? await quantity('eth_estimateGas', [transaction]).catch((error: unknown) => {
            if (isRevert(error)) throw new InvalidSwapError('The swap would fail')
            throw error
          })
        : swapGas
      const eip155 = { gas: String(gas), gasPrice: String(await gasPrice()) }
      return { to: router, data, amount: String(value), eip155 }
    },
  }
}
