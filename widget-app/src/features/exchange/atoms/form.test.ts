import { describe, expect, it } from 'vitest'
import { amountOfFiat, readDepositAmount } from '../model.ts'

describe('readDepositAmount', () => {
  it.each([
    ['10', 6, { is: 'amount', value: 10_000_000n }],
    ['0.000001', 18, { is: 'amount', value: 1_000_000_000_000n }],
    ['9999999999.999999', 18, { is: 'amount', value: 9_999_999_999_999_999n * 10n ** 12n }],
    ['0.5', 0, { is: 'wrong', why: 'too-many-decimals' }],
    ['0.0000001', 18, { is: 'wrong', why: 'too-many-decimals' }],
    ['10000000000', 6, { is: 'wrong', why: 'too-large' }],
    ['0.00', 6, { is: 'wrong', why: 'zero' }],
    ['', 6, { is: 'empty' }],
    ['ten', 6, { is: 'wrong', why: 'not-a-number' }],
  ])('%j with %i decimals', (text, decimals, read) => {
    expect(readDepositAmount(text, { decimals, symbol: 'USDC' }, 'en')).toEqual(read)
  })
})

describe('amountOfFiat', () => {
  it.each([
    [10n, '1', 6, 10_000_000n, 6],
    [10n, '0.9998', 18, 10_002_000n, 6],
    [50n, '3214.57', 18, 15_554n, 6],
    [100n, '150', 2, 66n, 2],
  ])('%s at a price of %s, %i decimals', (units, price, decimals, value, shown) => {
    expect(amountOfFiat(units, price, decimals)).toEqual({ value, decimals: shown })
  })

  it.each([undefined, '0', '0.00', 'a lot', '99999999999'])('price %s › undefined', (price) => {
    expect(amountOfFiat(10n, price, 6)).toBeUndefined()
  })
})
