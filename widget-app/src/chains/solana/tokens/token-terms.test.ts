import { describe, expect, it } from 'vitest'
import type { MintExtensions } from './token-extensions.ts'
import {
  decodeClock,
  displayedAmount,
  hasUnknownDisplay,
  minReceived,
  tokenTerms,
  transferFee,
} from './token-terms.ts'

const at = (epoch: bigint, basisPoints: number, maximum = 1_000_000n) => ({ epoch, basisPoints, maximum })
const of = (basisPoints: number, maximum?: bigint) => {
  const one = at(0n, basisPoints, maximum)
  return { older: one, newer: one }
}

describe('transfer fee', () => {
  it.each<[string, bigint, ReturnType<typeof of>, bigint]>([
    ['5 % of a round amount', 10_000n, of(500), 500n],
    ['5 % of 101, rounded up', 101n, of(500), 6n],
    ['one base unit', 1n, of(1), 1n],
    ['the maximum reached', 10_000n, of(500, 499n), 499n],
    ['a maximum of nothing', 10_000n, of(500, 0n), 0n],
    ['zero basis points', 10_000n, of(0), 0n],
    ['all of it', 10_000n, of(10_000), 10_000n],
    ['the largest amount', 2n ** 64n - 1n, of(10_000, 2n ** 64n - 1n), 2n ** 64n - 1n],
  ])('%s › as the program computes it', (_name, amount, fee, withheld) => {
    expect(transferFee(amount, fee, 0n)).toBe(withheld)
  })

  it.each([
    [6n, 100n],
    [7n, 200n],
    [8n, 200n],
  ])('newer fee from epoch 7 › epoch %s › withholds %s', (epoch, withheld) => {
    expect(transferFee(10_000n, { older: at(3n, 100), newer: at(7n, 200) }, epoch)).toBe(withheld)
  })
})

it.each([
  [100, 200, 9_800n],
  [200, 100, 9_800n],
  [0, 0, 10_000n],
])('fees of %s and %s basis points › at least %s received', (older, newer, min) => {
  expect(minReceived(10_000n, { older: at(3n, older), newer: at(7n, newer) })).toBe(min)
})

describe('displayed amounts', () => {
  const year = 31_556_736n
  const time = (unixTime: bigint) => ({ epoch: 0n, unixTime })
  const scale = { multiplier: 2, next: { at: 100n, multiplier: 3 } }
  const fixed = (multiplier: number) => ({ multiplier, next: { at: 0n, multiplier } })
  const interest = { startedAt: 0n, averageRate: 0, updatedAt: 0n, rate: 1_000 }

  it.each<[string, MintExtensions, bigint, bigint | undefined]>([
    ['no such extension', {}, 5n, undefined],
    ['a multiplier', { scale }, 99n, 2_000n],
    ['the next multiplier from its time on', { scale }, 100n, 3_000n],
    ['10 % interest after a year', { interest }, year, 1_105n],
    [
      'the rate before the last change counts until then',
      { interest: { ...interest, averageRate: 1_000, updatedAt: year, rate: 0 } },
      2n * year,
      1_105n,
    ],
    ['a hundred millionfold', { scale: fixed(1e8) }, 5n, 100_000_000_000n],
    ['interest of decades', { interest: { ...interest, rate: 32_767 } }, 6n * year, 345_395_259_874n],
    ['a millionth', { scale: fixed(1e-6) }, 5n, 0n],
    ['less than its parts can count', { scale: fixed(1e-8) }, 5n, undefined],
    ['a multiplier that is no number', { scale: { ...scale, multiplier: Number.NaN } }, 5n, undefined],
  ])('%s › as wallets display it', (_name, extensions, now, displayed) => {
    expect(displayedAmount(1_000n, extensions, time(now))).toBe(displayed)
  })
})

it.each<[string, MintExtensions, bigint | undefined, boolean]>([
  ['no such extension', {}, undefined, false],
  ['a multiplier', { scale: { multiplier: 1, next: { at: 5n, multiplier: 2 } } }, 5n, false],
  [
    'a multiplier and no time',
    { scale: { multiplier: 1, next: { at: 5n, multiplier: 2 } } },
    undefined,
    true,
  ],
  ['a multiplier too small', { scale: { multiplier: 1, next: { at: 5n, multiplier: 1e-9 } } }, 5n, true],
  ['an endless one', { scale: { multiplier: 1, next: { at: 5n, multiplier: 1e300 } } }, 5n, true],
])('%s › hasUnknownDisplay of %s', (_name, extensions, unixTime, isUnknown) => {
  const time = unixTime === undefined ? undefined : { epoch: 0n, unixTime }
  expect(hasUnknownDisplay(extensions, time)).toBe(isUnknown)
})

it('clock account › epoch and time', () => {
  const data = new Uint8Array(40)
  new DataView(data.buffer).setBigUint64(16, 7n, true)
  new DataView(data.buffer).setBigInt64(32, 1_760_000_000n, true)
  expect(decodeClock(data)).toEqual({ epoch: 7n, unixTime: 1_760_000_000n })
  expect(decodeClock(data.slice(1))).toBeUndefined()
})

it('tokenTerms › only what differs from a plain transfer', () => {
  const time = { epoch: 0n, unixTime: 0n }
  expect(tokenTerms(100n, {}, undefined, undefined)).toEqual({ arrives: 100n })
  expect(tokenTerms(100n, { fee: of(500) }, time, 'Transfer')).toEqual({ arrives: 95n, memo: 'Transfer' })
})
