import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { UniswapChain } from './deployments.ts'
import { packedPath, type Route } from './routes.ts'

/** A swap along a route. Amounts in base units. */
export type RoutedSwap = {
  readonly user: Address
  readonly route: Route
  readonly amount: bigint
  readonly minimum: bigint
  readonly isNativeIn: boolean
  readonly isNativeOut: boolean
  /** Seconds since the epoch. */
  readonly deadline: bigint
}

/** Uniswap V2, Router02. */
const v2Abi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

/** SwapRouter02, which swaps on pools of V2 and of V3. */
const router02Abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
])

/** The address that SwapRouter02 treats as itself (`Constants.ADDRESS_THIS`). */
const routerItself: Address = '0x0000000000000000000000000000000000000002'

/** The contract that swaps, and that needs the token allowance: one for all routes of a chain. */
export const routerOf = ({ v2, v3 }: UniswapChain): Address | undefined => v3?.router ?? v2?.router

function v2Data({ user, route, amount, minimum, deadline, isNativeIn, isNativeOut }: RoutedSwap): Hex {
  const { path } = route
  const abi = v2Abi
  if (isNativeIn)
    return encodeFunctionData({
      ...{ abi, functionName: 'swapExactETHForTokens' },
      args: [minimum, path, user, deadline],
    })
  const functionName = isNativeOut ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return encodeFunctionData({ abi, functionName, args: [amount, minimum, path, user, deadline] })
}

function router02Data({ user, route, amount, minimum, deadline, isNativeOut }: RoutedSwap): Hex {
  const abi = router02Abi
  // Native currency out: the router receives the wrapped tokens, and unwraps them for the user.
  const recipient = isNativeOut ? routerItself : user
  const swap =
    route.version === 2
      ? encodeFunctionData({
          ...{ abi, functionName: 'swapExactTokensForTokens' },
          args: [amount, minimum, route.path, recipient],
        })
      : encodeFunctionData({
          ...{ abi, functionName: 'exactInput' },
          args: [{ path: packedPath(route), recipient, amountIn: amount, amountOutMinimum: minimum }],
        })
  const unwrap = encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, user] })
  const data = isNativeOut ? [swap, unwrap] : [swap]
  return encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, data] })
}

/** The data of the transaction to `routerOf`; native currency is sent as its value. */
export const swapData = ({ v3 }: UniswapChain, swap: RoutedSwap): Hex =>
  v3 === undefined ? v2Data(swap) : router02Data(swap)
