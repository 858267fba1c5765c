import { parseAbi } from 'viem/utils'
import type { Fact } from '../request-facts.ts'
import { type Call, coinsTo, native, swap, token } from './call-facts.ts'
import { decodeExactly, type ExactCall } from './exact-decode.ts'
import type { Hex } from './hex.ts'
import { pathEnds, routerParty } from './router-words.ts'

/** Swaps of Uniswap V2 and its forks, and of both V3 routers, whose second one leaves the deadline to its multicall. */
const swapAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
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

/** A swap of V3. Its router takes coins in the place of the wrapped token, if they are exactly what it costs. */
function swapV3(
  router: Hex,
  value: bigint,
  ends: readonly [from: Hex, to: Hex] | undefined,
  amounts: { readonly pays: bigint; readonly gets: bigint },
  receiver: string,
): Swap | undefined {
  if (ends === undefined) return undefined
  const pays = value > 0n && value === amounts.pays ? native(value) : token(ends[0], amounts.pays)
  return swap(router, pays, token(ends[1], amounts.gets), receiver)
}

function swapOf(decoded: Decoded, to: Hex, value: bigint, account: string): Swap | undefined {
  switch (decoded.functionName) {
    case 'swapExactTokensForTokens': {
      const [amountIn, amountOutMin, path, receiver] = decoded.args
      return swap(to, first(path, amountIn), last(path, amountOutMin), receiver)
    }
    case 'swapTokensForExactTokens': {
      const [amountOut, amountInMax, path, receiver] = decoded.args
      return swap(to, first(path, amountInMax), last(path, amountOut), receiver)
    }
    case 'swapExactETHForTokens':
    case 'swapETHForExactTokens': {
      const [amountOut, path, receiver] = decoded.args
      return swap(to, native(value), last(path, amountOut), receiver)
    }
    case 'swapExactTokensForETH': {
      const [amountIn, amountOutMin, path, receiver] = decoded.args
      return swap(to, first(path, amountIn), native(amountOutMin), receiver)
    }
    case 'swapTokensForExactETH': {
      const [amountOut, amountInMax, path, receiver] = decoded.args
      return swap(to, first(path, amountInMax), native(amountOut), receiver)
    }
    case 'exactInputSingle': {
      const [{ tokenIn, tokenOut, to: receiver, amountIn, amountOutMin }] = decoded.args
      const amounts = { pays: amountIn, gets: amountOutMin }
      return swapV3(to, value, [tokenIn, tokenOut], amounts, routerParty(receiver, to, account))
    }
    case 'exactOutputSingle': {
      const [{ tokenIn, tokenOut, to: receiver, amountOut, amountInMax }] = decoded.args
      const amounts = { pays: amountInMax, gets: amountOut }
      return swapV3(to, value, [tokenIn, tokenOut], amounts, routerParty(receiver, to, account))
    }
    case 'exactInput': {
      const [{ path, to: receiver, amountIn, amountOutMin }] = decoded.args
      const amounts = { pays: amountIn, gets: amountOutMin }
      return swapV3(to, value, pathEnds(path), amounts, routerParty(receiver, to, account))
    }
    case 'exactOutput': {
      const [{ path, to: receiver, amountOut, amountInMax }] = decoded.args
      const amounts = { pays: amountInMax, gets: amountOut }
      // It is written from the end.
      const ends = pathEnds(path)
      return swapV3(to, value, ends && [ends[1], ends[0]], amounts, routerParty(receiver, to, account))
    }
  }
}

/**
 * What a swap of one of the routers that are known by their functions does, with coins that it does not use;
 * `undefined` for other calls.
 */
export function readSwap({ to, value, data }: Call, account: string): readonly Fact[] | undefined {
  if (to === undefined) return undefined
  const exact = decodeExactly(swapAbi, data)
  const fact = exact && swapOf(exact.decoded, to, value, account)
  // An empty path names nothing that is paid or comes.
  if (!(fact?.pays && fact.gets)) return undefined
  const usesCoins = fact.pays.contract === undefined
  return [fact, ...(exact?.trailing ?? []), ...(value === 0n || usesCoins ? [] : [coinsTo(to, value)])]
}
