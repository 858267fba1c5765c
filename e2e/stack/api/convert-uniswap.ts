import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, isAddress, maxUint256 } from 'viem'
import {
  InvalidSwapError,
  NoLiquidityError,
  type RequestedSwap,
  type SwapService,
} from '#server/ports/swaps.ts'
import { nativeEvmAddress } from '#shared/api/price.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { localTokens } from '../chains/tokens.ts'
import { routerAbi, uniswap } from '../chains/uniswap.ts'
import { keptOf, leastOf } from './swap-shares.ts'

/** How long a built swap may wait for its block. */
const deadlineSeconds = 1_200n
/** What is told for gas where nothing can be estimated yet. */
const swapGas = 250_000n
const approveGas = 65_000n
/** Each pool of Uniswap V2 keeps 3 of 1,000. */
const poolKeeps = { share: 3n, of: 1_000n } as const

type Swap = {
  readonly user: Address
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}

const isNative = (token: Address): boolean => token.toLowerCase() === nativeEvmAddress
const wrapped = (token: Address): Address => (isNative(token) ? uniswap.weth : token)

/** @throws InvalidSwapError. */
function readAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new InvalidSwapError(`Invalid address: ${text}`)
  return text.toLowerCase() === nativeEvmAddress ? nativeEvmAddress : getAddress(text)
}

const readSwap = ({ user, from, to, amount }: RequestedSwap): Swap => ({
  ...{ user: readAddress(user), from: readAddress(from), to: readAddress(to) },
  amount,
})

function swapData(
  { from, to, user, amount }: Swap,
  path: readonly Address[],
  least: bigint,
  until: bigint,
): Hex {
  const abi = routerAbi
  if (isNative(from))
    return encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [least, path, user, until],
    })
  return encodeFunctionData({
    abi,
    functionName: isNative(to) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
    args: [amount, least, path, user, until],
  })
}

/** Swaps through Uniswap V2's own contracts. */
export function uniswapService({ client, plan }: RunningChain): SwapService {
  /** The way through the pools that yields most: directly, or over WETH. @throws NoLiquidityError. */
  async function bestPath({ from, to, amount }: Swap) {
    const ends = [wrapped(from), wrapped(to)] as const
    const paths = ends.includes(uniswap.weth) ? [ends] : [ends, [ends[0], uniswap.weth, ends[1]] as const]
    const found = await Promise.all(
      paths.map(async (path) => {
        const read = { address: uniswap.router, abi: routerAbi, functionName: 'getAmountsOut' } as const
        const amounts = await client.readContract({ ...read, args: [amount, path] }).catch(() => [])
        return { path, toAmount: amounts.at(-1) ?? 0n }
      }),
    )
    const [best] = found.sort((a, b) => (a.toAmount < b.toAmount ? 1 : -1))
    if (best === undefined || best.toAmount === 0n) throw new NoLiquidityError()
    return best
  }

  return {
    chainId: `eip155:${plan.chainId}`,
    tokens: async () => [
      { name: 'Ether', symbol: 'ETH', decimals: 18, address: nativeEvmAddress, logoUri: '/tokens/eth.svg' },
      ...localTokens.map(({ name, symbol, decimals, address }) => ({
        ...{ name, symbol, decimals, address, logoUri: `/tokens/${symbol.toLowerCase()}.svg` },
      })),
    ],
    quote: async (asked) => {
      const { toAmount, path } = await bestPath(readSwap(asked))
      return { toAmount, providerFee: keptOf(asked.amount, path.length - 1, poolKeeps) }
    },
    gasPrice: async () => {
      const price = await client.getGasPrice()
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
        const args = [readAddress(owner), uniswap.router] as const
        return client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args })
      },
      build: async (_owner, token, amount = maxUint256) => {
        const address = readAddress(token)
        if (isNative(address)) throw new InvalidSwapError('The native coin needs no approval')
        const args = [uniswap.router, amount] as const
        return {
          to: address,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
          value: '0',
          eip155: { gas: Number(approveGas), gasPrice: String(await client.getGasPrice()) },
        }
      },
    },
    build: async (asked, slippageBasisPoints, isTried) => {
      const swap = readSwap(asked)
      const { toAmount, path } = await bestPath(swap)
      const { timestamp } = await client.getBlock()
      const now = BigInt(Math.floor(Date.now() / 1_000))
      const until = (timestamp > now ? timestamp : now) + deadlineSeconds
      const value = isNative(swap.from) ? swap.amount : 0n
      const data = swapData(swap, path, leastOf(toAmount, slippageBasisPoints), until)
      const tried = { account: swap.user, to: uniswap.router, data, value }
      const gas = isTried
        ? await client.estimateGas(tried).catch((error: Error) => {
            throw new InvalidSwapError(`The swap would fail: ${error.message.split('\n')[0]}`)
          })
        : swapGas
      return {
        to: uniswap.router,
        data,
        amount: String(value),
        eip155: { gas: String(gas), gasPrice: String(await client.getGasPrice()) },
      }
    },
  }
}
