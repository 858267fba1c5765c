import { parseAbi } from 'viem/utils'
import type { Fact } from '../../../request-facts.ts'
import type { Hex } from '../../hex.ts'
import { type ContractKind, type ContractKinds, isCoin } from '../../tokens/contract-kind.ts'
import { type Call, native, swap, token } from '../call-facts.ts'
import { decodeExactly, type ExactCall } from '../exact-decode.ts'
import { pathEnds, routerParty } from './router-addresses.ts'

/** Swaps of Uniswap V2 and its forks, and of both V3 routers; the second has the deadline in its multicall. */
const swapAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address to, uint256 amountIn, uint256 amountOutMin, uint160 limit) params)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address to, uint256 deadline, uint256 amountIn, uint256 amountOutMin, uint160 limit) params)',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address to, uint256 amountOut, uint256 amountInMax, uint160 limit) params)',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address to, uint256 deadline, uint256 amountOut, uint256 amountInMax, uint160 limit) params)',
  'function exactInput((bytes path, address to, uint256 amountIn, uint256 amountOutMin) params)',
  'function exactInput((bytes path, address to, uint256 deadline, uint256 amountIn, uint256 amountOutMin) params)',
  'function exactOutput((bytes path, address to, uint256 amountOut, uint256 amountInMax) params)',
  'function exactOutput((bytes path, address to, uint256 deadline, uint256 amountOut, uint256 amountInMax) params)',
])

type Decoded = ExactCall<typeof swapAbi>['decoded']

type Path = readonly Hex[]
const first = (path: Path, value: bigint) => path[0] && token(path[0], value)
const last = (path: Path, value: bigint) => {
  const end = path.at(-1)
  return end && token(end, value)
}

type Swap = ReturnType<typeof swap>

/** What the decoding of a swap needs in addition to the call. */
export type SwapContext = {
  readonly account: string
  readonly kindOf: ContractKinds
}

/** The parties of a router's call, and the native value that it may pay with. */
type AtRouter = SwapContext & {
  readonly router: Hex
  readonly kind: ContractKind | undefined
  readonly coins: bigint
}

/**
 * A swap of V3. Its router pays with native value instead of the wrapped token, and of no other token, if the value covers
 * the amount.
 */
function swapV3(
  { router, account, kind, kindOf, coins }: AtRouter,
  ends: readonly [from: Hex, to: Hex] | undefined,
  amounts: { readonly pays: bigint; readonly gets: bigint },
  receiver: Hex,
): Swap | undefined {
  if (ends === undefined) return undefined
  const pays =
    isCoin(kindOf(ends[0])) && coins > 0n && coins >= amounts.pays
      ? native(amounts.pays)
      : token(ends[0], amounts.pays)
  return swap(router, pays, token(ends[1], amounts.gets), routerParty(receiver, router, account, kind))
}

/**
 * Whether a router of a kind has a function: the first V3 router has deadlines in its structs; the second has none, also not
 * in its two V2 swaps.
 */
function isOfKind(kind: ContractKind | undefined, { functionName: name, args }: Decoded): boolean {
  const [params] = args
  const isV3 = typeof params === 'object'
  // Swaps that pay native currency have no argument for the paid amount.
  const hasDeadline = isV3 ? 'deadline' in params : args.length === 5 || name.includes('ETHFor')
  switch (kind) {
    case undefined:
    case 'own':
      return true
    case 'router-v2':
      return !isV3 && hasDeadline
    case 'router-v3':
      return isV3 && hasDeadline
    case 'router-v3-2':
      return !hasDeadline
    default:
      return false
  }
}

function swapOf(decoded: Decoded, at: AtRouter): Swap | undefined {
  const { router: to, coins } = at
  // The V2 routers name each recipient by its address.
  const party = (receiver: Hex): string =>
    at.kind === 'router-v3-2' ? routerParty(receiver, to, at.account, at.kind) : receiver
  switch (decoded.functionName) {
    case 'swapExactTokensForTokens':
    case 'swapExactTokensForTokensSupportingFeeOnTransferTokens': {
      const [amountIn, amountOutMin, path, receiver] = decoded.args
      return swap(to, first(path, amountIn), last(path, amountOutMin), party(receiver))
    }
    case 'swapTokensForExactTokens': {
      const [amountOut, amountInMax, path, receiver] = decoded.args
      return swap(to, first(path, amountInMax), last(path, amountOut), party(receiver))
    }
    case 'swapExactETHForTokens':
    case 'swapExactETHForTokensSupportingFeeOnTransferTokens':
    case 'swapETHForExactTokens': {
      const [amountOut, path, receiver] = decoded.args
      return swap(to, native(coins), last(path, amountOut), receiver)
    }
    case 'swapExactTokensForETH':
    case 'swapExactTokensForETHSupportingFeeOnTransferTokens': {
      const [amountIn, amountOutMin, path, receiver] = decoded.args
      return swap(to, first(path, amountIn), native(amountOutMin), receiver)
    }
    case 'swapTokensForExactETH': {
      const [amountOut, amountInMax, path, receiver] = decoded.args
      return swap(to, first(path, amountInMax), native(amountOut), receiver)
    }
    case 'exactInputSingle': {
      const [{ tokenIn, tokenOut, to: receiver, amountIn, amountOutMin }] = decoded.args
      return swapV3(at, [tokenIn, tokenOut], { pays: amountIn, gets: amountOutMin }, receiver)
    }
    case 'exactOutputSingle': {
      const [{ tokenIn, tokenOut, to: receiver, amountOut, amountInMax }] = decoded.args
      return swapV3(at, [tokenIn, tokenOut], { pays: amountInMax, gets: amountOut }, receiver)
    }
    case 'exactInput': {
      const [{ path, to: receiver, amountIn, amountOutMin }] = decoded.args
      return swapV3(at, pathEnds(path), { pays: amountIn, gets: amountOutMin }, receiver)
    }
    case 'exactOutput': {
      const [{ path, to: receiver, amountOut, amountInMax }] = decoded.args
      // The path is written from its end.
      const ends = pathEnds(path)
      return swapV3(at, ends && [ends[1], ends[0]], { pays: amountInMax, gets: amountOut }, receiver)
    }
  }
}

/** Native value that a swap pays. */
export const coinsOfSwap = ({ pays }: Swap): bigint => (pays && pays.contract === undefined ? pays.value : 0n)

/** Native value that the swaps of a request pay, including those inside batches. */
export const coinsOf = (fact: Fact): bigint => {
  if (fact.is === 'batch') return fact.facts.reduce((sum, one) => sum + coinsOf(one), 0n)
  return fact.is === 'swap' ? coinsOfSwap(fact) : 0n
}

/**
 * Decodes a swap of a router that is known by its functions, without the fact for unspent native value; `undefined` for
 * other calls, and for a function that a contract of that kind does not have.
 */
export function readSwap(
  { to, value, data }: Call,
  context: SwapContext,
): readonly [swap: Swap, ...more: readonly Fact[]] | undefined {
  if (to === undefined) return undefined
  const exact = decodeExactly(swapAbi, data)
  const kind = context.kindOf(to)
  if (exact === undefined || !isOfKind(kind, exact.decoded)) return undefined
  const fact = swapOf(exact.decoded, { ...context, router: to, kind, coins: value })
  // An empty path names neither side of the swap.
  return fact?.pays && fact.gets ? [fact, ...exact.trailing] : undefined
}
