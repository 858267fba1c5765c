import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import type { Hex } from './hex.ts'
import { readV4Swap } from './read-v4-swap.ts'
import { alice, bob } from './testing/unit-world.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [coins, dai, usdc, weth] = [address('0'), address('1'), address('2'), address('3')]

type Action = readonly [action: string, params: Hex]
const three = parseAbiParameters('address, address, uint256')
const two = parseAbiParameters('address, uint256')
const pool = '(address, address, uint24, int24, address)'
const hops = '(address currency, uint256 fee, int24 tickSpacing, address hooks, bytes hookData)[]'

/** A swap in one pool, of which an amount is exact and the other a limit. */
const single = (action: '06' | '08', from: Hex, into: Hex, exact: bigint, limit: bigint): Action => [
  action,
  encodeAbiParameters(parseAbiParameters(`(${pool}, bool, uint128, uint128, bytes)`), [
    [[from, into, 500, 10, coins], true, exact, limit, '0x'],
  ]),
]
const several = (
  action: '07' | '09',
  currency: Hex,
  by: readonly Hex[],
  exact: bigint,
  limit: bigint,
): Action => [
  action,
  encodeAbiParameters(parseAbiParameters(`(address, ${hops}, uint128, uint128)`), [
    [
      currency,
      by.map((one) => ({ currency: one, fee: 500n, tickSpacing: 10, hooks: coins, hookData: '0x' }) as const),
      exact,
      limit,
    ],
  ]),
]
const settle = (currency: Hex, amount: bigint, isUser = true): Action => [
  '0b',
  encodeAbiParameters(parseAbiParameters('address, uint256, bool'), [currency, amount, isUser]),
]
const settleAll = (currency: Hex, most: bigint): Action => ['0c', encodeAbiParameters(two, [currency, most])]
const take = (currency: Hex, to: Hex, amount: bigint): Action => [
  '0e',
  encodeAbiParameters(three, [currency, to, amount]),
]
const takeAll = (currency: Hex, least: bigint): Action => ['0f', encodeAbiParameters(two, [currency, least])]
const share = (currency: Hex, bips: bigint): Action => [
  '10',
  encodeAbiParameters(three, [currency, bob, bips]),
]

const encoded = (actions: readonly string[], params: readonly Hex[]): Hex =>
  encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [`0x${actions.join('')}`, params])
const read = (...actions: readonly Action[]) =>
  readV4Swap(
    encoded(
      actions.map(([action]) => action),
      actions.map(([, params]) => params),
    ),
  )

const good = single('06', dai, usdc, 10n, 4n)

describe('the amounts of a V4 session', () => {
  it.each<[string, readonly Action[], bigint, bigint]>([
    [
      'an exact outcome, all settled and taken',
      [single('08', dai, usdc, 4n, 10n), settle(dai, 0n), take(usdc, alice, 0n)],
      10n,
      4n,
    ],
    [
      'an exact outcome of several pools',
      [several('09', usdc, [dai, weth], 4n, 10n), settle(dai, 0n), take(usdc, alice, 0n)],
      10n,
      4n,
    ],
    ['a bound of what is settled', [good, settleAll(dai, 12n), take(usdc, alice, 0n)], 12n, 4n],
    ['a fixed amount taken', [good, settle(dai, 0n), take(usdc, alice, 3n)], 10n, 3n],
    ['at least less than the swap brings', [good, settle(dai, 0n), takeAll(usdc, 3n)], 10n, 4n],
    ['at least more than the swap brings', [good, settle(dai, 0n), takeAll(usdc, 9n)], 10n, 9n],
    [
      'two swaps one after the other',
      [
        single('06', dai, weth, 10n, 2n),
        single('06', weth, usdc, 2n, 4n),
        settle(dai, 0n),
        take(usdc, alice, 0n),
      ],
      10n,
      4n,
    ],
    ['two routes', [good, single('08', dai, usdc, 5n, 3n), settle(dai, 0n), take(usdc, alice, 0n)], 13n, 9n],
    [
      'a share of 0.25% of the output',
      [single('06', dai, usdc, 10n, 10n ** 9n), share(usdc, 25n), settle(dai, 0n), take(usdc, alice, 0n)],
      10n,
      997_500_000n,
    ],
    [
      'two shares, the second of what the first leaves',
      [
        single('06', dai, usdc, 10n, 1_000n),
        share(usdc, 5_000n),
        share(usdc, 5_000n),
        settle(dai, 0n),
        takeAll(usdc, 0n),
      ],
      10n,
      250n,
    ],
  ])('%s › what is paid at most and comes at least', (_what, actions, pays, gets) => {
    expect(read(...actions)).toMatchObject({ ends: [dai, usdc], pays, gets })
  })

  it('who pays and who gets it › as the session names them', () => {
    expect(read(good, settle(dai, 0n, false), take(usdc, bob, 0n))).toMatchObject({
      to: bob,
      isUserPaying: false,
    })
    const caller = `0x${'0'.repeat(39)}1`
    expect(read(good, settleAll(dai, 10n), takeAll(usdc, 0n))).toMatchObject({
      to: caller,
      isUserPaying: true,
    })
  })
})

describe('a V4 session that is no swap of one currency for another', () => {
  it.each<[string, readonly Action[]]>([
    ['another currency settled first', [good, settle(weth, 5n), settle(dai, 0n), take(usdc, alice, 0n)]],
    [
      'another currency settled at most first',
      [good, settleAll(weth, 5n), settleAll(dai, 0n), take(usdc, alice, 0n)],
    ],
    ['another currency taken first', [good, settle(dai, 0n), take(weth, bob, 0n), take(usdc, alice, 0n)]],
    ['another currency taken whole first', [good, settle(dai, 0n), takeAll(weth, 0n), takeAll(usdc, 0n)]],
    [
      'a share before another of something else',
      [good, share(dai, 25n), share(usdc, 25n), settle(dai, 0n), takeAll(usdc, 0n)],
    ],
    [
      'what is paid swapped back',
      [good, single('06', weth, dai, 1n, 1n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    [
      'the outcome swapped on',
      [good, single('06', usdc, weth, 1n, 1n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    [
      'one of two routes without a bound',
      [good, single('06', dai, usdc, 0n, 1n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    ['no swap of what is paid', [single('06', weth, usdc, 1n, 1n), settle(dai, 5n), take(usdc, alice, 0n)]],
    ['what is paid taken', [good, settle(dai, 0n), take(dai, alice, 0n)]],
    ['nothing taken', [good, settle(dai, 0n)]],
    ['a swap by no pool', [several('07', dai, [], 10n, 4n), settle(dai, 0n), take(usdc, alice, 0n)]],
    [
      'an exact outcome by no pool',
      [several('09', usdc, [], 4n, 10n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    [
      'a swap before the last of an unknown action',
      [['0d', '0x'], good, settle(dai, 0n), take(usdc, alice, 0n)],
    ],
  ])('%s › undefined or an error', (_what, actions) => {
    const attempt = () => {
      try {
        return read(...actions)
      } catch {
        return undefined
      }
    }
    expect(attempt()).toBeUndefined()
  })

  it('parameters that are more or fewer than the actions › undefined', () => {
    const actions = [good, settle(dai, 0n), take(usdc, alice, 0n)]
    const params = actions.map(([, one]) => one)
    expect(readV4Swap(encoded(['06', '0b', '0e'], [...params, '0x']))).toBeUndefined()
    expect(readV4Swap(encoded(['06', '0b', '0e'], params.slice(0, 2)))).toBeUndefined()
  })
})
