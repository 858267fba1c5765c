import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, isAddress, maxUint256 } from 'viem'
import { getConvertGasPrice, getConvertQuotes, getConvertTokens } from '#shared/api/convert.ts'
import { getBuildApprove, getConvertAllowance, postBuildTransaction } from '#shared/api/convert-calls.ts'
import { nativeEvmAddress } from '#shared/api/price.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { localTokens } from '../chains/tokens.ts'
import { routerAbi, swapChainIds, uniswap } from '../chains/uniswap.ts'
import { type createMount, Refusal } from './mount.ts'

type Mount = ReturnType<typeof createMount>

/** How long a built swap may wait for its block. */
const deadlineSeconds = 1_200n
/** What is told for gas where nothing can be estimated yet. */
const swapGas = 250_000n
const approveGas = 65_000n
/** Each pool of Uniswap V2 keeps 3 of 1,000. */
const poolKeeps = { share: 3n, of: 1_000n } as const

const iconUrl = (symbol: string) => `/tokens/${symbol.toLowerCase()}.svg`
const nothingToTrade = () => new Refusal(400, 'insufficient liquidity')

/** The swap service of the local world: what it answers comes from Uniswap V2's own contracts. */
export function mountConvert(mount: Mount, chains: readonly RunningChain[]): void {
  const served = chains.filter(({ plan }) => swapChainIds.includes(plan.chainId))
  const requireChain = (id: string): RunningChain => {
    const chain = served.find(({ plan }) => id === `eip155:${plan.chainId}`)
    if (chain === undefined) throw new Refusal(400, `Chain is not supported: ${id}`)
    return chain
  }

  mount.get(getConvertTokens, ({ query }) => {
    const { plan } = requireChain(query.chainId)
    const token = (name: string, symbol: string, decimals: number, address: string) => ({
      name,
      symbol,
      decimals,
      address: `eip155:${plan.chainId}:${address}`,
      logoUri: iconUrl(symbol),
    })
    return {
      tokens: [
        token('Ether', 'ETH', 18, nativeEvmAddress),
        ...localTokens.map(({ name, symbol, decimals, address }) => token(name, symbol, decimals, address)),
      ],
    }
  })

  mount.get(getConvertQuotes, async ({ query }) => {
    const swap = readSwap(requireChain, query)
    const { toAmount, hops } = await bestPath(swap)
    const kept = (poolKeeps.of - poolKeeps.share) ** hops
    const whole = poolKeeps.of ** hops
    return {
      quotes: [
        {
          id: null,
          fromAmount: query.amount,
          fromAccount: query.from,
          toAmount: String(toAmount),
          toAccount: query.to,
          providerFee: String((swap.amount * (whole - kept)) / whole),
        },
      ],
    }
  })

  mount.get(getConvertAllowance, async ({ query }) => {
    const { chain, address: token } = readId(requireChain, query.tokenAddress)
    const { address: owner } = readId(requireChain, query.userAddress)
    if (isNative(token)) return { allowance: String(maxUint256) }
    const args = [owner, uniswap.router] as const
    const read = { address: token, abi: erc20Abi, functionName: 'allowance', args } as const
    return { allowance: String(await chain.client.readContract(read)) }
  })

  mount.get(getConvertGasPrice, async ({ query }) => {
    const price = await requireChain(query.chainId).client.getGasPrice()
    return {
      standard: String(price),
      fast: String((price * 5n) / 4n),
      instant: String((price * 3n) / 2n),
    }
  })

  mount.get(getBuildApprove, async ({ query }) => {
    const { chain, id, address: token } = readId(requireChain, query.from)
    if (isNative(token)) throw new Refusal(400, 'The native coin needs no approval')
    const amount = query.amount === undefined ? maxUint256 : BigInt(query.amount)
    return {
      tx: {
        from: query.userAddress,
        to: `${id}:${token}`,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [uniswap.router, amount] }),
        value: '0',
        eip155: { gas: Number(approveGas), gasPrice: String(await chain.client.getGasPrice()) },
      },
    }
  })

  mount.post(postBuildTransaction, async ({ body }) => {
    const swap = readSwap(requireChain, body)
    const { client } = swap.chain
    const { toAmount, path } = await bestPath(swap)
    const basisPoints = BigInt(Math.round(body.eip155.slippage * 100))
    const least = (toAmount * (10_000n - basisPoints)) / 10_000n
    const { timestamp } = await client.getBlock()
    const now = BigInt(Math.floor(Date.now() / 1_000))
    const deadline = (timestamp > now ? timestamp : now) + deadlineSeconds
    const value = isNative(swap.from) ? swap.amount : 0n
    const data = swapData(swap, path, least, deadline)
    const gas =
      body.disableEstimate === true
        ? swapGas
        : await client
            .estimateGas({ account: swap.user, to: uniswap.router, data, value })
            .catch((error: Error) => {
              throw new Refusal(400, `The swap would fail: ${error.message.split('\n')[0]}`)
            })
    return {
      tx: {
        from: body.userAddress,
        to: `eip155:${swap.chain.plan.chainId}:${uniswap.router}`,
        data,
        amount: String(value),
        eip155: { gas: String(gas), gasPrice: String(await client.getGasPrice()) },
      },
    }
  })
}

type RequireChain = (id: string) => RunningChain
type Swap = {
  readonly chain: RunningChain
  readonly user: Address
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}

const isNative = (token: Address): boolean => token.toLowerCase() === nativeEvmAddress

/** A CAIP-10 id of a chain with Uniswap. @throws Refusal 400. */
function readId(requireChain: RequireChain, account: string) {
  const at = account.lastIndexOf(':')
  const id = account.slice(0, at)
  const text = account.slice(at + 1)
  if (!isAddress(text, { strict: false })) throw new Refusal(400, `Invalid address: ${text}`)
  const address: Address = text.toLowerCase() === nativeEvmAddress ? nativeEvmAddress : getAddress(text)
  return { chain: requireChain(id), id, address }
}

type SwapQuery = {
  readonly amount: string
  readonly userAddress: string
  readonly from: string
  readonly to: string
}

function readSwap(requireChain: RequireChain, query: SwapQuery): Swap {
  const from = readId(requireChain, query.from)
  const to = readId(requireChain, query.to)
  const user = readId(requireChain, query.userAddress)
  if (from.id !== to.id || user.id !== from.id) throw new Refusal(400, 'Both tokens lie on one chain')
  if (from.address === to.address) throw new Refusal(400, 'A token cannot be swapped into itself')
  const amount = BigInt(query.amount)
  if (amount === 0n) throw new Refusal(400, 'The amount is zero')
  return { chain: from.chain, user: user.address, from: from.address, to: to.address, amount }
}

const wrapped = (token: Address): Address => (isNative(token) ? uniswap.weth : token)

/** The way through the pools that yields most: directly, or over WETH. @throws Refusal 400 'insufficient liquidity'. */
async function bestPath({ chain, from, to, amount }: Swap) {
  const ends = [wrapped(from), wrapped(to)] as const
  const paths = ends.includes(uniswap.weth) ? [ends] : [ends, [ends[0], uniswap.weth, ends[1]] as const]
  const found = await Promise.all(
    paths.map(async (path) => {
      const read = { address: uniswap.router, abi: routerAbi, functionName: 'getAmountsOut' } as const
      const amounts = await chain.client.readContract({ ...read, args: [amount, path] }).catch(() => [])
      return { path, hops: BigInt(path.length - 1), toAmount: amounts.at(-1) ?? 0n }
    }),
  )
  const [best] = found.sort((a, b) => (a.toAmount < b.toAmount ? 1 : -1))
  if (best === undefined || best.toAmount === 0n) throw nothingToTrade()
  return best
}

function swapData(swap: Swap, path: readonly Address[], least: bigint, deadline: bigint): Hex {
  const { from, to, user, amount } = swap
  const abi = routerAbi
  if (isNative(from))
    return encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [least, path, user, deadline],
    })
  return encodeFunctionData({
    abi,
    functionName: isNative(to) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
    args: [amount, least, path, user, deadline],
  })
}
