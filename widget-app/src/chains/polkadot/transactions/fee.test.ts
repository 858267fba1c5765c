import { describe, expect, it } from 'vitest'
import { composeFee } from './fee.ts'

describe('composeFee', () => {
  it.each([
    [100n, 120n],
    // The margin is never rounded to zero.
    [1n, 2n],
    [10n ** 18n + 1n, 12n * 10n ** 17n + 2n],
    [0n, 0n],
  ])('fee of %i › at most %i', (partialFee, maxFee) => {
    expect(composeFee(partialFee)).toEqual({ tip: 0n, expectedFee: partialFee, maxFee })
  })
})
