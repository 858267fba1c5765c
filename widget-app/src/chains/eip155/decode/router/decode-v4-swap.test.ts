import { describe, expect, it } from 'vitest'
import type { Hex } from '../../hex.ts'
import {
  type Action,
  callerPlaceholder,
  sessionInput,
  settle,
  settleAll,
  take,
  takeAll,
  usdc,
  v4Path,
  v4Single,
  weth,
} from '../../testing/router-plans.ts'
import { alice, bob, tokenAddress as dai } from '../../testing/unit-world.ts'
import { decodeV4Swap } from './decode-v4-swap.ts'

const single = (action: Hex, from: Hex, into: Hex, exact: bigint, limit: bigint): Action =>
  v4Single(action, [from, into], true, exact, limit)
const share = (currency: Hex, bips: bigint): Action => take(currency, bob, bips, '0x10')

const decode = (...actions: readonly Action[]) =>
  decodeV4Swap(
    sessionInput(
      actions.map(([action]) => action),
      actions.map(([, params]) => params),
    ),
  )

const validSwap = single('0x06', dai, usdc, 10n, 4n)

describe('V4 swap amounts', () => {
  it.each<[string, readonly Action[], bigint, bigint]>([
    [
      'an exact outcome, all settled and taken',
      [single('0x08', dai, usdc, 4n, 10n), settle(dai, 0n), take(usdc, alice, 0n)],
      10n,
      4n,
    ],
    [
      'an exact outcome of several pools',
      [v4Path('0x09', usdc, [dai, weth], 4n, 10n), settle(dai, 0n), take(usdc, alice, 0n)],
      10n,
      4n,
    ],
    ['a bound of what is settled', [validSwap, settleAll(dai, 12n), take(usdc, alice, 0n)], 12n, 4n],
    ['a fixed amount taken', [validSwap, settle(dai, 0n), take(usdc, alice, 3n)], 10n, 3n],
    ['at least less than the swap brings', [validSwap, settle(dai, 0n), takeAll(usdc, 3n)], 10n, 4n],
    ['at least more than the swap brings', [validSwap, settle(dai, 0n), takeAll(usdc, 9n)], 10n, 9n],
    [
      'two swaps one after the other',
      [
        single('0x06', dai, weth, 10n, 2n),
        single('0x06', weth, usdc, 2n, 4n),
        settle(dai, 0n),
        take(usdc, alice, 0n),
      ],
      10n,
      4n,
    ],
    [
      'two routes',
      [validSwap, single('0x08', dai, usdc, 5n, 3n), settle(dai, 0n), take(usdc, alice, 0n)],
      13n,
      9n,
    ],
    [
      'a share of 0.25% of the output',
      [single('0x06', dai, usdc, 10n, 10n ** 9n), share(usdc, 25n), settle(dai, 0n), take(usdc, alice, 0n)],
      10n,
      997_500_000n,
    ],
    [
      'two shares, the second of what the first leaves',
      [
        single('0x06', dai, usdc, 10n, 1_000n),
        share(usdc, 5_000n),
        share(usdc, 5_000n),
        settle(dai, 0n),
        takeAll(usdc, 0n),
      ],
      10n,
      250n,
    ],
  ])('%s › maximum paid and minimum received', (_what, actions, pays, gets) => {
    expect(decode(...actions)).toMatchObject({ ends: [dai, usdc], pays, gets })
  })

  it('payer and recipient › as the actions name them', () => {
    expect(decode(validSwap, settle(dai, 0n, false), take(usdc, bob, 0n))).toMatchObject({
      to: bob,
      isUserPaying: false,
    })
    expect(decode(validSwap, settleAll(dai, 10n), takeAll(usdc, 0n))).toMatchObject({
      to: callerPlaceholder,
      isUserPaying: true,
    })
  })
})

describe('V4 actions that are not a swap of one currency for another', () => {
  it.each<[string, readonly Action[]]>([
    ['another currency settled first', [validSwap, settle(weth, 5n), settle(dai, 0n), take(usdc, alice, 0n)]],
    [
      'another currency settled at most first',
      [validSwap, settleAll(weth, 5n), settleAll(dai, 0n), take(usdc, alice, 0n)],
    ],
    [
      'another currency taken first',
      [validSwap, settle(dai, 0n), take(weth, bob, 0n), take(usdc, alice, 0n)],
    ],
    [
      'another currency taken whole first',
      [validSwap, settle(dai, 0n), takeAll(weth, 0n), takeAll(usdc, 0n)],
    ],
    [
      'a share before another of something else',
      [validSwap, share(dai, 25n), share(usdc, 25n), settle(dai, 0n), takeAll(usdc, 0n)],
    ],
    [
      'what is paid swapped back',
      [validSwap, single('0x06', weth, dai, 1n, 1n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    [
      'the outcome swapped on',
      [validSwap, single('0x06', usdc, weth, 1n, 1n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    [
      'one of two routes without a bound',
      [validSwap, single('0x06', dai, usdc, 0n, 1n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    ['no swap of what is paid', [single('0x06', weth, usdc, 1n, 1n), settle(dai, 5n), take(usdc, alice, 0n)]],
    ['what is paid taken', [validSwap, settle(dai, 0n), take(dai, alice, 0n)]],
    ['nothing taken', [validSwap, settle(dai, 0n)]],
    ['a swap by no pool', [v4Path('0x07', dai, [], 10n, 4n), settle(dai, 0n), take(usdc, alice, 0n)]],
    [
      'an exact outcome by no pool',
      [v4Path('0x09', usdc, [], 4n, 10n), settle(dai, 0n), take(usdc, alice, 0n)],
    ],
    [
      'a swap before the last of an unknown action',
      [['0x0d', '0x'], validSwap, settle(dai, 0n), take(usdc, alice, 0n)],
    ],
  ])('%s › undefined or an error', (_what, actions) => {
    const attempt = () => {
      try {
        return decode(...actions)
      } catch {
        return undefined
      }
    }
    expect(attempt()).toBeUndefined()
  })

  it('parameters that do not match the number of actions › undefined', () => {
    const actions = [validSwap, settle(dai, 0n), take(usdc, alice, 0n)]
    const params = actions.map(([, one]) => one)
    expect(decodeV4Swap(sessionInput(['0x06', '0x0b', '0x0e'], [...params, '0x']))).toBeUndefined()
    expect(decodeV4Swap(sessionInput(['0x06', '0x0b', '0x0e'], params.slice(0, 2)))).toBeUndefined()
  })
})
