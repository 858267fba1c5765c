import { parseAbi } from 'viem/utils'
import type { Fact } from '../../../request-facts.ts'
import type { Hex } from '../../hex.ts'
import { type ContractKind, type ContractKinds, isWrappedNative } from '../../tokens/contract-kind.ts'
import { type Call, nativeAmount, swapFact, tokenAmount } from '../call-facts.ts'
import { decodeExactly, type ExactCall } from '../exact-decode.ts'
import { pathEnds, resolvePlaceholder } from './router-addresses.ts'

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
const firstToken = (path: Path, value: bigint) => path[0] && tokenAmount(path[0], value)
const lastToken = (path: Path, value: bigint) => {
  const end = path.at(-1)
  return end && tokenAmount(end, value)
}

type Swap = ReturnType<typeof swapFact>

/** What the decoding of a swap needs in addition to the call. */
export type SwapContext = {
  readonly account: string
  readonly kindOf: ContractKinds
}

/** The parties of a router's call, and the native value that it may pay with. */
type RouterContext = SwapContext & {
  readonly router: Hex
  readonly kind: ContractKind | undefined
  readonly nativeValue: bigint
}

/**
 * A swap of V3. Its router pays with native value instead of the wrapped token, and of no other token, if the value covers
 * the amount.
 */
function swapV3(
  { router, account, kind, kindOf, nativeValue }: RouterContext,
  ends: readonly [from: Hex, to: Hex] | undefined,
  amounts: { readonly pays: bigint; readonly gets: bigint },
  recipient: Hex,
): Swap | undefined {
  if (ends === undefined) return undefined
  const pays =
    isWrappedNative(kindOf(ends[0])) && nativeValue > 0n && nativeValue >= amounts.pays
      ? nativeAmount(amounts.pays)
      : tokenAmount(ends[0], amounts.pays)
  return swapFact(
    router,
    pays,
    tokenAmount(ends[1], amounts.gets),
    resolvePlaceholder(recipient, router, account, kind),
  )
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

function toSwap(decoded: Decoded, at: RouterContext): Swap | undefined {
  const { router: to, nativeValue } = at
  // The V2 routers name each recipient by its address.
  const resolve = (recipient: Hex): string =>
    at.kind === 'router-v3-2' ? resolvePlaceholder(recipient, to, at.account, at.kind) : recipient
  switch (decoded.functionName) {
    case 'swapExactTokensForTokens':
    case 'swapExactTokensForTokensSupportingFeeOnTransferTokens': {
      const [amountIn, amountOutMin, path, recipient] = decoded.args
      return swapFact(to, firstToken(path, amountIn), lastToken(path, amountOutMin), resolve(recipient))
    }
    case 'swapTokensForExactTokens': {
      const [amountOut, amountInMax, path, recipient] = decoded.args
      return swapFact(to, firstToken(path, amountInMax), lastToken(path, amountOut), resolve(recipient))
    }
    case 'swapExactETHForTokens':
    case 'swapExactETHForTokensSupportingFeeOnTransferTokens':
    case 'swapETHForExactTokens': {
      const [amountOut, path, recipient] = decoded.args
      return swapFact(to, nativeAmount(nativeValue), lastToken(path, amountOut), recipient)
    }
    case 'swapExactTokensForETH':
    case 'swapExactTokensForETHSupportingFeeOnTransferTokens': {
      const [amountIn, amountOutMin, path, recipient] = decoded.args
      return swapFact(to, firstToken(path, amountIn), nativeAmount(amountOutMin), recipient)
    }
    case 'swapTokensForExactETH': {
      const [amountOut, amountInMax, path, recipient] = decoded.args
      return swapFact(to, firstToken(path, amountInMax), nativeAmount(amountOut), recipient)
    }
    case 'exactInputSingle': {
      const [{ tokenIn, tokenOut, to: recipient, amountIn, amountOutMin }] = decoded.args
      return swapV3(at, [tokenIn, tokenOut], { pays: amountIn, gets: amountOutMin }, recipient)
    }
    case 'exactOutputSingle': {
      const [{ tokenIn, tokenOut, to: recipient, amountOut, amountInMax }] = decoded.args
      return swapV3(at, [tokenIn, tokenOut], { pays: amountInMax, gets: amountOut }, recipient)
    }
    case 'exactInput': {
      const [{ path, to: recipient, amountIn, amountOutMin }] = decoded.args
      return swapV3(at, pathEnds(path), { pays: amountIn, gets: amountOutMin }, recipient)
    }
    case 'exactOutput': {
      const [{ path, to: recipient, amountOut, amountInMax }] = decoded.args
      // The path is written from its end.
      const ends = pathEnds(path)
      return swapV3(at, ends && [ends[1], ends[0]], { pays: amountInMax, gets: amountOut }, recipient)
    }
  }
}

/** Native value that a swap pays. */
export const nativeValueOfSwap = ({ pays }: Swap): bigint =>
  pays && pays.contract === undefined ? pays.value : 0n

/** Native value that the swaps of a request pay, including those inside batches. */
export const nativeValueOf = (fact: Fact): bigint => {
  if (fact.is === 'batch') return fact.facts.reduce((sum, one) => sum + nativeValueOf(one), 0n)
  return fact.is === 'swap' ? nativeValueOfSwap(fact) : 0n
}

/**
 * Decodes a swap of a router that is known by its functions, without the fact for unspent native value; `undefined` for
 * other calls, and for a function that a contract of that kind does not have.
 */
export function decodeSwap(
  { to, value, data }: Call,
  context: SwapContext,
): readonly [swap: Swap, ...more: readonly Fact[]] | undefined {
  if (to === undefined) return undefined
  const exact = decodeExactly(swapAbi, data)
  const kind = context.kindOf(to)
  if (exact === undefined || !isOfKind(kind, exact.decoded)) return undefined
  const fact = toSwap(exact.decoded, { ...context, router: to, kind, nativeValue: value })
  // An empty path names neither side of the swap.
  return fact?.pays && fact.gets ? [fact, ...exact.trailing] : undefined
}
