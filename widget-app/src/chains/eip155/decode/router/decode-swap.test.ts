import { type Abi, encodeFunctionData, encodePacked, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alice, bob, tokenAddress } from '../../testing/unit-world.ts'
import { contractKinds } from '../../tokens/contract-kind.ts'
import { decodeCall } from '../decode-call.ts'

const kindOf = contractKinds(parseChainId('eip155:1'), () => true)

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const caller = '0x0000000000000000000000000000000000000001'
const hops = encodePacked(
  ['address', 'uint24', 'address', 'uint24', 'address'],
  [tokenAddress, 3_000, weth, 500, usdc],
)

const first = parseAbi([
  'struct In { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct Out { bytes path; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; }',
  'function exactInput(In params)',
  'function exactOutput(Out params)',
])
const second = parseAbi([
  'struct In { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct Out { bytes path; address recipient; uint256 amountOut; uint256 amountInMaximum; }',
  'struct SingleOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
  'function exactInput(In params)',
  'function exactOutput(Out params)',
  'function exactOutputSingle(SingleOut params)',
  'function multicall(uint256 deadline, bytes[] calls)',
])

const firstRouter = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const decode = (data: `0x${string}`, value = 0n, to: `0x${string}` = router) =>
  decodeCall({ to, value, data }, alice, kindOf)
const swapOf = (over: object) => ({
  is: 'swap',
  router,
  pays: { value: 10n, contract: tokenAddress },
  gets: { value: 4n, contract: usdc },
  to: alice,
  ...over,
})

describe('Uniswap V3 swaps over several pools', () => {
  it('exactInput of both routers › from the first token of the path to the last', () => {
    const args = [{ path: hops, recipient: bob, deadline: 1n, amountIn: 10n, amountOutMinimum: 4n }] as const
    expect(
      decode(encodeFunctionData({ abi: first, functionName: 'exactInput', args }), 0n, firstRouter),
    ).toEqual([swapOf({ to: bob, router: firstRouter })])
    expect(decode(encodeFunctionData({ abi: second, functionName: 'exactInput', args }))).toEqual([
      swapOf({ to: bob }),
    ])
  })

  it('exactOutput of both routers › the path is written from its end', () => {
    const args = [
      { path: hops, recipient: caller, deadline: 1n, amountOut: 4n, amountInMaximum: 10n },
    ] as const
    const fact = swapOf({ pays: { value: 10n, contract: usdc }, gets: { value: 4n, contract: tokenAddress } })
    const data = encodeFunctionData({ abi: first, functionName: 'exactOutput', args })
    // For the first router, 1 is a normal address.
    expect(decode(data, 0n, firstRouter)).toEqual([{ ...fact, router: firstRouter, to: caller }])
    expect(decode(encodeFunctionData({ abi: second, functionName: 'exactOutput', args }))).toEqual([fact])
  })

  it('native value › pays for the first token if it covers it, the rest is a fact', () => {
    const path = encodePacked(['address', 'uint24', 'address'], [weth, 500, usdc])
    const args = [{ path, recipient: caller, amountIn: 10n, amountOutMinimum: 4n }] as const
    const data = encodeFunctionData({ abi: second, functionName: 'exactInput', args })
    expect(decode(data, 10n)).toEqual([swapOf({ pays: { value: 10n, contract: undefined } })])
    const unspent = (value: bigint) => [
      { is: 'transfer', from: undefined, to: router, figure: { value, contract: undefined } },
    ]
    expect(decode(data, 11n)).toEqual([swapOf({ pays: { value: 10n, contract: undefined } }), ...unspent(1n)])
    expect(decode(data, 9n)).toEqual([swapOf({ pays: { value: 10n, contract: weth } }), ...unspent(9n)])
  })

  it('A2 › value with a swap of another token › the token pays, the value stays', () => {
    const path = encodePacked(['address', 'uint24', 'address'], [usdc, 500, weth])
    const args = [{ path, recipient: caller, amountIn: 10n, amountOutMinimum: 4n }] as const
    expect(decode(encodeFunctionData({ abi: second, functionName: 'exactInput', args }), 10n)).toEqual([
      swapOf({ pays: { value: 10n, contract: usdc }, gets: { value: 4n, contract: weth } }),
      { is: 'transfer', from: undefined, to: router, figure: { value: 10n, contract: undefined } },
    ])
  })

  it('A5 › native value of a multicall › pays for its swaps once', () => {
    const path = encodePacked(['address', 'uint24', 'address'], [weth, 500, usdc])
    const args = [{ path, recipient: caller, amountIn: 10n, amountOutMinimum: 4n }] as const
    const step = encodeFunctionData({ abi: second, functionName: 'exactInput', args })
    const data = encodeFunctionData({ abi: second, functionName: 'multicall', args: [1n, [step, step]] })
    const paid = (contract: string | undefined) => swapOf({ pays: { value: 10n, contract } })
    expect(decode(data, 10n)).toEqual([{ is: 'batch', facts: [paid(undefined), paid(weth)] }])
    expect(decode(data, 20n)).toEqual([{ is: 'batch', facts: [paid(undefined), paid(undefined)] }])
  })

  it.each([
    ['the second’s at the first', second, firstRouter],
    ['the first’s at the second', first, router],
    ['a router’s at Permit2', second, '0x000000000022D473030F116dDEE9F6B43aC78BA3'],
  ] as const)('E1 › function %s › an unknown call', (_name, abi, to) => {
    const args = [{ path: hops, recipient: bob, deadline: 1n, amountIn: 10n, amountOutMinimum: 4n }] as const
    const data =
      abi === first
        ? encodeFunctionData({ abi: first, functionName: 'exactInput', args })
        : encodeFunctionData({ abi: second, functionName: 'exactInput', args })
    expect(decode(data, 0n, to)).toMatchObject([{ is: 'unknown-call', mayTake: true }])
  })

  it('invalid path › an unknown call', () => {
    for (const path of ['0x', tokenAddress, `${hops}ff`] as const) {
      const args = [{ path, recipient: bob, amountIn: 10n, amountOutMinimum: 4n }] as const
      expect(decode(encodeFunctionData({ abi: second, functionName: 'exactInput', args }))).toMatchObject([
        { is: 'unknown-call', selector: '0xb858183f' },
      ])
    }
  })
})

describe('router functions', () => {
  const routerV2 = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
  const path = [weth, tokenAddress, usdc]
  const packed = encodePacked(['address', 'uint24', 'address'], [weth, 500, usdc])
  const reversedPath = encodePacked(['address', 'uint24', 'address'], [usdc, 500, weth])
  const amount = (value: bigint, contract: string | undefined) => ({ value, contract })
  const encode = (signature: string, args: readonly unknown[]): Hex => {
    const lines: readonly string[] = [`function ${signature}`]
    const abi: Abi = parseAbi(lines)
    return encodeFunctionData({ abi, args })
  }
  const pays = amount(10n, weth)
  const gets = amount(4n, usdc)
  const coins = (value: bigint) => amount(value, undefined)
  const atV2: readonly [signature: string, args: readonly unknown[], paid: object, got: object][] = [
    [
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      [10n, 4n, path, bob, 9n],
      pays,
      gets,
    ],
    [
      'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
      [4n, 10n, path, bob, 9n],
      pays,
      gets,
    ],
    ['swapExactETHForTokens(uint256,address[],address,uint256)', [4n, path, bob, 9n], coins(7n), gets],
    ['swapETHForExactTokens(uint256,address[],address,uint256)', [4n, path, bob, 9n], coins(7n), gets],
    [
      'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
      [10n, 4n, path, bob, 9n],
      pays,
      coins(4n),
    ],
    [
      'swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
      [4n, 10n, path, bob, 9n],
      pays,
      coins(4n),
    ],
  ]
  const atFirst: typeof atV2 = [
    [
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
      [[weth, usdc, 500, bob, 9n, 10n, 4n, 0n]],
      pays,
      gets,
    ],
    [
      'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
      [[weth, usdc, 500, bob, 9n, 4n, 10n, 0n]],
      pays,
      gets,
    ],
    ['exactInput((bytes,address,uint256,uint256,uint256))', [[packed, bob, 9n, 10n, 4n]], pays, gets],
    ['exactOutput((bytes,address,uint256,uint256,uint256))', [[reversedPath, bob, 9n, 4n, 10n]], pays, gets],
  ]
  const atSecond: typeof atV2 = [
    [
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      [[weth, usdc, 500, bob, 10n, 4n, 0n]],
      pays,
      gets,
    ],
    [
      'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      [[weth, usdc, 500, bob, 4n, 10n, 0n]],
      pays,
      gets,
    ],
    ['exactInput((bytes,address,uint256,uint256))', [[packed, bob, 10n, 4n]], pays, gets],
    ['exactOutput((bytes,address,uint256,uint256))', [[reversedPath, bob, 4n, 10n]], pays, gets],
  ]

  it.each([
    ...atV2.map((row) => [...row, routerV2] as const),
    ...atFirst.map((row) => [...row, firstRouter] as const),
    ...atSecond.map((row) => [...row, router] as const),
  ])('%s › what it pays and gets, and the recipient', (signature, args, paid, received, to) => {
    const value = Object.values(paid).includes(undefined) ? 7n : 0n
    const fact = { is: 'swap', router: to, pays: paid, gets: received, to: bob }
    expect(decode(encode(signature, args), value, to)).toEqual([fact])
    const trailing: Hex = `${encode(signature, args)}ff`
    expect(decode(trailing, value, to)).toMatchObject([fact, { is: 'term', name: 'trailing-data' }])
    const routers: readonly Hex[] = [routerV2, firstRouter, router]
    for (const other of routers.filter((one) => one !== to))
      expect(decode(encode(signature, args), value, other)).toMatchObject([
        { is: 'unknown-call', mayTake: true },
      ])
  })

  it.each([
    ['swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', [10n, 4n, [], bob, 9n]],
    ['swapExactETHForTokens(uint256,address[],address,uint256)', [4n, [], bob, 9n]],
    ['swapExactTokensForETH(uint256,uint256,address[],address,uint256)', [10n, 4n, [], bob, 9n]],
  ] as const)('%s without a path › an unknown call', (signature, args) => {
    expect(decode(encode(signature, args), 0n, routerV2)).toMatchObject([{ is: 'unknown-call' }])
  })
})
