import { expect, it } from 'vitest'
import { isRoundingDifference } from './is-rounding-difference.ts'

const whole = 10n ** 18n

it.each<[bigint, bigint, boolean]>([
  [whole, whole, true],
  [whole, whole - 1n, true],
  [whole, whole + 2n, true],
  [whole, whole - 4n, true],
  [whole, whole - 5n, false],
  [whole, whole + 4n, true],
  [whole, whole + 5n, false],
  [400_000n, 399_996n, true],
  [399_999n, 399_995n, false],
  [10_000n, 9_999n, false],
  [101n, 100n, false],
  [1n, 0n, false],
  [0n, 0n, true],
])('amount of %d base units › %d received › rounding of the token: %s', (amount, other, rounded) => {
  expect(isRoundingDifference(amount, other)).toBe(rounded)
})
