import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  isAddress,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { nativeEvmAddress } from '../../../../shared/api/price.ts'
import * as z from '../../../../shared/zod.ts'
import { hexSchema } from '../../chain-clients/evm-call.ts'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { InvalidSwapError, NoLiquidityError } from '../../ports/sources/swaps.ts'
import { uniswapDeployments } from './deployments.ts'
import { createUniswapSwaps } from './uniswap.ts'

const ethereum = uniswapDeployments.find(({ chainId }) => chainId === 'eip155:1')
if (ethereum?.v3 === undefined) throw new Error('Ethereum is not there')
const { multicall3: _, ...chain } = ethereum
const { router } = ethereum.v3
const weth = chain.wrappedNative.toLowerCase().slice(2)
const [, usdc] = chain.intermediates
if (usdc === undefined) throw new Error('There is no stable coin')
const dai: Address = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const user: Address = '0x00000000000000000000000000000000000000aA'
const amount = 1_000_000_000n
const nowMs = 1_800_000_000_000

const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])
const routerAbi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
])
const callSchema = z.tuple([z.object({ data: hexSchema() }), z.string()])

/** Pools by their packed path (V3), or by their joined tokens (V2), and the amount that each returns. */
type Pools = Readonly<Record<string, bigint>>

function swaps(pools: Pools, estimate: () => unknown = () => '0x30d40') {
  const rpc = scriptedRpc([chain.chainId], ({ method, params }) => {
    if (method === 'eth_blockNumber') return '0x10'
    if (method === 'eth_gasPrice') return '0x64'
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x1' }
    if (method === 'eth_estimateGas') return estimate()
    const [{ data }] = z.parse(callSchema, params)
    const call = decodeFunctionData({ abi, data })
    const key = call.functionName === 'getAmountsOut' ? call.args[1].join() : call.args[0]
    const out = pools[key.toLowerCase()]
    if (out === undefined) throw new NodeErrorResponse(3, 'execution reverted')
    return call.functionName === 'getAmountsOut'
      ? encodeFunctionResult({ abi, functionName: 'getAmountsOut', result: [amount, out] })
      : encodeAbiParameters(parseAbiParameters('uint256, uint160[], uint32[], uint256'), [out, [], [], 0n])
  })
  const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return createUniswapSwaps(rpc, () => nowMs, { chain, native, tokens: [] })
}

const hex = (token: string) => token.toLowerCase().slice(2)
const v3 = (...parts: readonly string[]) => `0x${parts.join('')}`
const v2 = (...tokens: readonly string[]) => tokens.join().toLowerCase()
const fee = { 500: '0001f4', 3000: '000bb8', 100: '000064' } as const
const fromUsdc = { user, from: usdc, to: dai, amount }

/** The calls that the router runs. */
function steps(data: Hex) {
  const call = decodeFunctionData({ abi: routerAbi, data })
  if (call.functionName !== 'multicall') throw new Error('Not through multicall')
  return {
    deadline: call.args[0],
    calls: call.args[1].map((step) => decodeFunctionData({ abi: routerAbi, data: step })),
  }
}

describe('quotes of Uniswap V2 and V3', () => {
  it.each([
    ['V2 directly', { [v2(usdc, dai)]: 30n, [v3(hex(usdc), fee[100], hex(dai))]: 20n }, 30n, 3_000_000n],
    ['V3 directly', { [v2(usdc, dai)]: 30n, [v3(hex(usdc), fee[100], hex(dai))]: 40n }, 40n, 100_000n],
    ['V2 over the wrapped coin', { [v2(usdc, `0x${weth}`, dai)]: 9n }, 9n, 5_991_000n],
    [
      'V3 over the wrapped coin',
      { [v2(usdc, dai)]: 30n, [v3(hex(usdc), fee[500], weth, fee[3000], hex(dai))]: 41n },
      ...([41n, 3_498_500n] as const),
    ],
  ])('%s returns most › that route and the fee of its pools', async (_, pools, toAmount, providerFee) => {
    expect(await swaps(pools).quote(fromUsdc)).toEqual({ toAmount, providerFee })
  })

  it('no pool › no liquidity', async () => {
    await expect(swaps({}).quote(fromUsdc)).rejects.toThrow(NoLiquidityError)
  })

  it('chain does not respond › throws that, not a lack of liquidity', async () => {
    const failingRpc = scriptedRpc([chain.chainId], () => {
      throw new NodeErrorResponse(-32603, 'no node answers')
    })
    const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const service = createUniswapSwaps(failingRpc, () => nowMs, { chain, native, tokens: [] })
    await expect(service.quote(fromUsdc)).rejects.toThrow('no node answers')
  })

  it.each([
    ['a token for itself', { from: usdc, to: usdc.toLowerCase() }],
    ['the coin for its wrapped form', { from: nativeEvmAddress, to: chain.wrappedNative }],
    ['no address', { from: 'usdc' }],
    ['amount of zero', { amount: 0n }],
  ])('%s › InvalidSwapError', async (_, change) => {
    await expect(swaps({}).quote({ ...fromUsdc, ...change })).rejects.toThrow(InvalidSwapError)
  })
})

describe('swaps through SwapRouter02', () => {
  const path = v3(hex(usdc), fee[3000], hex(dai))

  it('token for token on V3 › exactInput with the minimum, for the user', async () => {
    const built = await swaps({ [path]: 10_000n }).build(fromUsdc, 50n, true)
    if (!('eip155' in built)) throw new Error('Not of an EVM chain')
    expect(built).toMatchObject({ to: router, amount: '0', eip155: { gas: '200000', gasPrice: '100' } })
    const { deadline, calls } = steps(z.parse(hexSchema(), built.data))
    expect(deadline).toBe(BigInt(nowMs / 1_000 + 1_200))
    expect(calls).toEqual([
      {
        functionName: 'exactInput',
        args: [
          { path, recipient: expect.stringMatching(/aa$/i), amountIn: amount, amountOutMinimum: 9_950n },
        ],
      },
    ])
  })

  it('native currency for token on V2 › sent as value, along the wrapped token', async () => {
    const swap = { user, from: nativeEvmAddress, to: dai, amount }
    const built = await swaps({ [v2(`0x${weth}`, dai)]: 10_000n }).build(swap, 100n, false)
    expect(built).toMatchObject({ to: router, amount: String(amount), eip155: { gas: '350000' } })
    const { calls } = steps(z.parse(hexSchema(), built.data))
    expect(calls).toEqual([
      {
        functionName: 'swapExactTokensForTokens',
        args: [amount, 9_900n, [chain.wrappedNative, dai], expect.stringMatching(/aa$/i)],
      },
    ])
  })

  it('token for native currency › the router unwraps the minimum for the user', async () => {
    const swap = { user, from: usdc, to: nativeEvmAddress, amount }
    const built = await swaps({ [v3(hex(usdc), fee[500], weth)]: 10_000n }).build(swap, 100n, false)
    const { calls } = steps(z.parse(hexSchema(), built.data))
    expect(calls).toMatchObject([
      { functionName: 'exactInput', args: [{ recipient: '0x0000000000000000000000000000000000000002' }] },
      { functionName: 'unwrapWETH9', args: [9_900n, expect.stringMatching(/aa$/i)] },
    ])
  })

  it('simulated swap reverts › InvalidSwapError; node fails › throws that', async () => {
    const reverting = () => {
      throw new NodeErrorResponse(3, 'execution reverted: STF')
    }
    const failing = () => {
      throw new NodeErrorResponse(-32603, 'no node answers')
    }
    const pools = { [path]: 10_000n }
    await expect(swaps(pools, reverting).build(fromUsdc, 50n, true)).rejects.toThrow(InvalidSwapError)
    await expect(swaps(pools, failing).build(fromUsdc, 50n, true)).rejects.toThrow('no node answers')
    await expect(swaps(pools).build(fromUsdc, 10_001n, false)).rejects.toThrow(InvalidSwapError)
  })
})

it('addresses of deployments › valid checksums', () => {
  const addresses = uniswapDeployments.flatMap(({ wrappedNative, intermediates, v2, v3 }) => [
    ...[wrappedNative, ...intermediates],
    ...[v2?.router, v3?.quoter, v3?.router].filter((address) => address !== undefined),
  ])
  expect(addresses.filter((address) => !isAddress(address))).toEqual([])
})
