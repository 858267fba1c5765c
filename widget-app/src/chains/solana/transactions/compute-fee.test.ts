import { describe, expect, test } from 'vitest'
import { composeFee, type FeeInput, limitOf, priceOf } from './compute-fee.ts'

const facts: FeeInput = {
  plan: { balance: 10_000_000n, moved: 1_000_000n, walletMinimum: 890_880n },
  limit: 500,
  price: 60_000n,
  fee: 5_030n,
  deposit: undefined,
}
const withRemainder = (remainder: bigint, moved = 1_000_000n): FeeInput => ({
  ...facts,
  plan: { ...facts.plan, moved, balance: moved + 5_030n + remainder },
})

describe('priceOf', () => {
  test.each<[string, bigint[], bigint]>([
    ['nothing is known', [], 0n],
    ['nobody pays', [0n, 0n, 0n, 0n], 0n],
    ['one of four pays', [0n, 0n, 0n, 900n], 0n],
    ['half of them pay', [0n, 900n, 0n, 900n], 1_080n],
    ['the prices are many', [4n, 1n, 3n, 2n], 4n],
    ['there is a spike', [10n ** 12n], 2_000_000n],
  ])('%s › expected price', (_, recent, price) => {
    expect(priceOf(recent)).toBe(price)
  })
})

describe('limitOf', () => {
  test.each([
    [450, 495],
    [451, 497],
    [1_399_999, 1_400_000],
  ])('%i units › a limit of %i', (units, limit) => {
    expect(limitOf(units)).toBe(limit)
  })
})

describe('composeFee', () => {
  test('maximum and expected fee are equal and exact', () => {
    expect(composeFee(facts)).toEqual({
      computeUnitLimit: 500,
      microLamportsPerUnit: 60_000n,
      expectedFee: 5_030n,
      maxFee: 5_030n,
    })
  })

  test('deposit › reported, and included in both', () => {
    expect(composeFee({ ...facts, deposit: 2_039_280n })).toMatchObject({
      accountDeposit: 2_039_280n,
      expectedFee: 2_044_310n,
      maxFee: 2_044_310n,
    })
  })

  test('remainder of zero or the rent-exempt minimum › allowed', () => {
    for (const remainder of [0n, 890_880n]) expect(composeFee(withRemainder(remainder)).maxFee).toBe(5_030n)
  })

  test.each([1n, 7n, 4_999n, 5_000n])('remainder of %i › added to the price exactly', (remainder) => {
    const { maxFee, microLamportsPerUnit } = composeFee(withRemainder(remainder))
    expect(maxFee).toBe(5_030n + remainder)
    const charged = (500n * microLamportsPerUnit + 999_999n) / 1_000_000n
    expect(charged).toBe(30n + remainder)
  })

  test.each<[string, FeeInput, string]>([
    ['too little for the fee', withRemainder(-1n), 'insufficient-funds'],
    [
      'too little for the deposit',
      { ...withRemainder(2_000_000n), deposit: 2_000_001n },
      'insufficient-funds',
    ],
    ['a rest below the minimum', withRemainder(5_001n), 'rent'],
    ['a small rest when tokens move', withRemainder(1n, 0n), 'rent'],
  ])('%s › throws', (_, input, reason) => {
    expect(() => composeFee(input)).toThrow(
      expect.objectContaining({ code: 'send/failed', data: expect.objectContaining({ reason }) }),
    )
  })
})
