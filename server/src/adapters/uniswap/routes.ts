import {
  type Address,
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
} from 'viem'
import type { EvmResult } from '../../chain-clients/evm-call.ts'
import { readContracts } from '../../chain-clients/read-contracts.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import type { UniswapChain } from './deployments.ts'

/** A route through pools: of Uniswap V2, or of V3 with the fee of each pool in millionths. */
export type Route =
  | { readonly version: 2; readonly path: readonly Address[] }
  | { readonly version: 3; readonly path: readonly Address[]; readonly fees: readonly number[] }

/** A route's received amount, and the part of the input that its pools keep as fees, in base units. */
export type QuotedRoute = { readonly route: Route; readonly toAmount: bigint; readonly providerFee: bigint }

const v2Abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
])
const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])

/** Fee tiers of Uniswap V3 pools, in millionths. */
const v3Fees = [100, 500, 3_000, 10_000] as const
/** Each V2 pool keeps 3 of 1,000. */
const v2Fee = 3_000
const million = 1_000_000n

/** The path in V3's encoding: token, fee in three bytes, token, … */
export const packedPath = ({ path, fees }: Extract<Route, { version: 3 }>): Hex =>
  concatHex(
    path.flatMap((token, at) => (at === 0 ? [token] : [numberToHex(fees[at - 1] ?? 0, { size: 3 }), token])),
  )

/** The part of an amount that pools keep, each with a fee in millionths. */
function feeOf(amount: bigint, fees: readonly number[]): bigint {
  const whole = million ** BigInt(fees.length)
  const remaining = fees.reduce((product, fee) => product * (million - BigInt(fee)), 1n)
  return amount - (amount * remaining) / whole
}

/** Every route to quote: direct, and over one intermediate token. */
function candidates({ v2, v3, intermediates }: UniswapChain, from: Address, to: Address): readonly Route[] {
  const intermediateTokens = intermediates.filter((token) => token !== from && token !== to)
  const paths = [[from, to], ...intermediateTokens.map((token) => [from, token, to])]
  return paths.flatMap((path): readonly Route[] => {
    const fees =
      path.length === 2
        ? v3Fees.map((fee) => [fee])
        : v3Fees.flatMap((first) => v3Fees.map((second) => [first, second]))
    return [
      ...(v2 === undefined ? [] : [{ version: 2, path } as const]),
      ...(v3 === undefined ? [] : fees.map((routeFees) => ({ version: 3, path, fees: routeFees }) as const)),
    ]
  })
}

function readOf(
  { v2, v3 }: UniswapChain,
  route: Route,
  amount: bigint,
): { to: Address; data: Hex } | undefined {
  if (route.version === 2) {
    const data = encodeFunctionData({ abi: v2Abi, functionName: 'getAmountsOut', args: [amount, route.path] })
    return v2 && { to: v2.router, data }
  }
  const args = [packedPath(route), amount] as const
  return (
    v3 && {
      to: v3.quoter,
      data: encodeFunctionData({ abi: quoterAbi, functionName: 'quoteExactInput', args }),
    }
  )
}

function toAmountOf({ version }: Route, result: EvmResult | undefined): bigint {
  if (result?.is !== 'returned') return 0n
  const { data } = result
  try {
    if (version === 3)
      return decodeFunctionResult({ abi: quoterAbi, functionName: 'quoteExactInput', data })[0]
    return decodeFunctionResult({ abi: v2Abi, functionName: 'getAmountsOut', data }).at(-1) ?? 0n
  } catch {
    // There is no such contract: the result is empty.
    return 0n
  }
}

/**
 * The route with the highest received amount, all routes quoted at one block; undefined when no pool trades the tokens.
 * @throws ChainCallError when the chain did not respond.
 */
export async function bestRoute(
  rpc: ChainRpc,
  chain: UniswapChain,
  from: Address,
  to: Address,
  amount: bigint,
): Promise<QuotedRoute | undefined> {
  const calls = candidates(chain, from, to).flatMap((route) => {
    const read = readOf(chain, route, amount)
    return read === undefined ? [] : [{ route, read }]
  })
  // A missing pool reverts: an expected result.
  const results = await readContracts(
    rpc,
    chain,
    calls.map(({ read }) => read),
    { acceptsReverts: true },
  )
  const quoted = calls.map(({ route }, at): QuotedRoute => {
    const fees = route.version === 3 ? route.fees : route.path.slice(1).map(() => v2Fee)
    return { route, toAmount: toAmountOf(route, results[at]), providerFee: feeOf(amount, fees) }
  })
  return quoted
    .filter(({ toAmount }) => toAmount > 0n)
    .reduce<QuotedRoute | undefined>(
      (best, one) => (best === undefined || one.toAmount > best.toAmount ? one : best),
      undefined,
    )
}
