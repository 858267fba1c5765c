import { concat, encodeFunctionData, encodePacked, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Hex } from '../../hex.ts'
import { alice, bob, tokenAddress as dai } from '../../testing/unit-world.ts'
import { contractKinds } from '../../tokens/contract-kind.ts'
import { decodeCall } from '../decode-call.ts'

const chain = parseChainId('eip155:1')
const kindOf = contractKinds(chain, () => true)
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const first = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const second = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const itself = { [first]: `0x${'0'.repeat(40)}`, [second]: `0x${'0'.repeat(39)}2` } as const
type Router = keyof typeof itself

const swapAbi = {
  [first]: parseAbi([
    'struct In { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 least; }',
    'function exactInput(In params)',
  ]),
  [second]: parseAbi([
    'struct In { bytes path; address recipient; uint256 amountIn; uint256 least; }',
    'function exactInput(In params)',
  ]),
} as const
const abi = parseAbi([
  'function multicall(bytes[] calls)',
  'function unwrapWETH9(uint256 least)',
  'function unwrapWETH9(uint256 least, address to)',
  'function sweepToken(address token, uint256 least)',
  'function sweepToken(address token, uint256 least, address to)',
  'function refundETH()',
])
const path = (from: Hex, into: Hex) => concat([from, encodePacked(['uint24'], [3_000]), into])
const encodeSwap = (router: Router, recipient: Hex, amountIn: bigint, from: Hex, into: Hex) => {
  const terms = { path: path(from, into), recipient, amountIn, least: 5n }
  return router === first
    ? encodeFunctionData({ abi: swapAbi[first], args: [{ ...terms, deadline: 1n }] })
    : encodeFunctionData({ abi: swapAbi[second], args: [terms] })
}
const unwrap = (...args: readonly [bigint] | readonly [bigint, Hex]) =>
  encodeFunctionData({ abi, functionName: 'unwrapWETH9', args })
const sweep = (...args: readonly [Hex, bigint] | readonly [Hex, bigint, Hex]) =>
  encodeFunctionData({ abi, functionName: 'sweepToken', args })
const decode = (router: Router, calls: readonly Hex[], value = 0n) =>
  decodeCall(
    { to: router, value, data: encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }) },
    alice,
    kindOf,
  )
const risks = (router: Router, ...calls: readonly Hex[]) =>
  risksOf(
    { account: alice, chain, facts: decode(router, calls) },
    { host: 'shop.example', newContracts: [], now: 0 },
  )
const oneSwap = (over: object) => [{ is: 'batch', facts: [{ is: 'swap', to: alice, ...over }] }]

const swapToRouter = (router: Router, into: Hex) => encodeSwap(router, itself[router], 6n, dai, into)

describe('end of a swap whose output is in a router', () => {
  it('SwapRouter02, no recipient › goes to the account', () => {
    expect(decode(second, [swapToRouter(second, weth), unwrap(7n)])).toMatchObject(
      oneSwap({ gets: { value: 7n } }),
    )
    expect(decode(second, [swapToRouter(second, usdc), sweep(usdc, 7n)])).toMatchObject(
      oneSwap({ gets: { value: 7n, contract: usdc } }),
    )
  })

  it('first router, with a recipient › goes there', () => {
    expect(decode(first, [swapToRouter(first, weth), unwrap(7n, alice)])).toMatchObject(
      oneSwap({ gets: { value: 7n } }),
    )
    expect(risks(first, swapToRouter(first, usdc), sweep(usdc, 7n, bob))).toContain('swap-to-other')
  })

  it.each<[string, Router, readonly Hex[]]>([
    ['the first router, which knows none without a receiver', first, [swapToRouter(first, weth), unwrap(7n)]],
    ['bytes after the arguments', second, [swapToRouter(second, weth), `${unwrap(7n)}beef`]],
    ['one byte after the arguments', second, [swapToRouter(second, weth), `${unwrap(7n)}00`]],
    ['a swap to another account', second, [encodeSwap(second, bob, 6n, dai, weth), unwrap(7n)]],
    ['a swap for another token', second, [swapToRouter(second, usdc), sweep(weth, 7n)]],
    ['coins of a token that is not wrapped', second, [swapToRouter(second, usdc), unwrap(7n)]],
    [
      'a next swap of less than all',
      second,
      [swapToRouter(second, weth), encodeSwap(second, alice, 1n, weth, usdc)],
    ],
    [
      'a next swap of another token',
      second,
      [swapToRouter(second, weth), encodeSwap(second, alice, 0n, usdc, dai)],
    ],
    [
      'zero at the first router',
      first,
      [swapToRouter(first, weth), encodeSwap(first, alice, 0n, weth, usdc)],
    ],
  ])('%s › not merged', (_what, router, calls) => {
    expect(risks(router, ...calls)).toContain('swap-to-other')
  })
})

describe('native value of a multicall', () => {
  it('step that is not a swap › the next one can use the value', () => {
    const refund = encodeFunctionData({ abi, functionName: 'refundETH' })
    const facts = decode(second, [refund, encodeSwap(second, alice, 10n, weth, usdc)], 10n)
    expect(facts).toMatchObject([
      { is: 'batch', facts: [{}, { is: 'swap', pays: { value: 10n, contract: undefined } }] },
    ])
  })

  it('two swaps, value too low for the second › it pays the wrapped token', () => {
    const facts = decode(
      second,
      [encodeSwap(second, alice, 6n, weth, usdc), encodeSwap(second, alice, 6n, weth, usdc)],
      10n,
    )
    expect(facts).toMatchObject([
      {
        is: 'batch',
        facts: [{ pays: { value: 6n, contract: undefined } }, { pays: { value: 6n, contract: weth } }],
      },
      { is: 'transfer', to: second, figure: { value: 4n, contract: undefined } },
    ])
  })
})
