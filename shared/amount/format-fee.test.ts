import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFee, roundedUp } from './format-fee.ts'

describe('roundedUp', () => {
  it.each<[bigint, bigint]>([
    [0n, 0n],
    [7n, 7n],
    [999n, 999n],
    [1_000n, 1_000n],
    [1_001n, 1_010n],
    [1_009n, 1_010n],
    [1_010n, 1_010n],
    [9_990n, 9_990n],
    [9_999n, 10_000n],
    [99_901n, 100_000n],
    [21_000_000_000_001n, 21_100_000_000_000n],
  ])('fee of %s › three significant digits › %s', (fee, rounded) => {
    expect(roundedUp(fee)).toBe(rounded)
  })

  it('any fee › rounded › never lower, at most one percent higher', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), (fee) => {
        const rounded = roundedUp(fee)
        expect(rounded >= fee && (rounded - fee) * 100n <= fee).toBe(true)
        expect(rounded.toString()).toMatch(/^\d{1,3}0*$/)
        expect(roundedUp(rounded)).toBe(rounded)
      }),
    )
  })
})

describe('formatFee', () => {
  it.each<[bigint, number, string, string]>([
    [21_000_000_000_001n, 18, 'en', '0.0000211'],
    [21_000_000_000_001n, 18, 'de', '0,0000211'],
    [5_000n, 9, 'en', '0.000005'],
    [1_234_567_890n, 6, 'en', '1,240'],
    [1n, 18, 'en', '0.000000000000000001'],
    [0n, 18, 'en', '0'],
  ])('fee of %d › %i decimals in %s › formatted as %s', (fee, decimals, locale, text) => {
    expect(formatFee(fee, decimals, locale)).toBe(text)
  })
})
