import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fiatMinor,
  formatFiat,
  formatFiatValue,
  formatTotal,
  type Priced,
  type TotalFiatValue,
  totalFiatValue,
} from './fiat.ts'
import { plainAmount } from './format-amount.ts'

describe('fiatMinor', () => {
  test.each<[bigint, number, string | undefined, bigint | undefined]>([
    [10n ** 18n, 18, '3123.456', 312_345n],
    [1_500_000n, 6, '1', 150n],
    [1n, 18, '3000', 0n],
    [1_000_000n, 6, '0.00000001', 0n],
    [1_999_999n, 6, '1.00', 199n],
    [5n, 0, '2.5', 1_250n],
    [5n, 0, undefined, undefined],
    [5n, 0, '1e3', undefined],
    [5n, 0, '-1', undefined],
    [5n, 0, '', undefined],
    [5n, 0, 'NaN', undefined],
  ])(
    '%d base units with %i decimals › price %s › converted to the smallest unit',
    (value, decimals, price, cents) => {
      expect(fiatMinor(value, decimals, price, 'usd')).toBe(cents)
    },
  )

  test('several amounts › each converted › floored, sum at most the total', () => {
    const some = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(some, some, fc.integer({ min: 0, max: 36 }), (a, b, decimals) => {
        const fiatValueOf = (value: bigint) => fiatMinor(value, decimals, '1234.567', 'usd') ?? -1n
        expect(fiatValueOf(a) + fiatValueOf(b) <= fiatValueOf(a + b)).toBe(true)
      }),
    )
  })
})

describe('formatFiat', () => {
  test('right-to-left locale › currency symbol with letters › sign next to its letters', () => {
    expect(formatFiat(123_456n, 'usd', 'ar')).toMatch(/^\u200f.*US\$\u200e$/)
  })

  test.each<[bigint, string, string, string]>([
    [123_456n, 'usd', 'en', '$1,234.56'],
    [123_456n, 'eur', 'de', '1.234,56 €'],
    [5n, 'usd', 'en', '$0.05'],
    [123_456n, 'jpy', 'en', '¥1,234'],
    [10n ** 20n + 7n, 'usd', 'en', '$1,000,000,000,000,000,000.07'],
    [123_456n, 'kwd', 'en', 'KWD 1,234.560'],
    [123_456n, 'btc', 'en', 'BTC 0.00123456'],
    [123_456n, 'eth', 'de', '0,123456 ETH'],
    [-123_456n, 'usd', 'en', '-$1,234.56'],
    [-5n, 'usd', 'en', '-$0.05'],
    [0n, 'usd', 'en', '$0.00'],
  ])('%d smallest units of %s › locale %s › formatted as %s', (cents, currency, locale, shown) => {
    expect(formatFiat(cents, currency, locale).replace(/\s/g, ' ')).toBe(shown)
  })
})

describe('formatFiatValue', () => {
  test('price › unknown › no fiat value, but zero for an amount of zero', () => {
    expect(formatFiatValue({ value: 1n, decimals: 0 }, undefined, 'usd', 'en')).toBeUndefined()
    expect(formatFiatValue({ value: 0n, decimals: 18 }, '3000', 'usd', 'en')).toBe('$0.00')
    expect(formatFiatValue({ value: 5n, decimals: 0 }, '0', 'usd', 'en')).toBe('$0.00')
  })

  test.each(['1e3', '-1', '', 'NaN'])('price %j › not a plain decimal › no fiat value', (price) => {
    expect(formatFiatValue({ value: 5n, decimals: 0 }, price, 'usd', 'en')).toBeUndefined()
  })

  test('positive value › below the smallest displayed amount › marked with <', () => {
    expect(formatFiatValue({ value: 1n, decimals: 18 }, '3000', 'usd', 'en')).toBe('<$0.01')
    expect(formatFiatValue({ value: 1n, decimals: 2 }, '50', 'jpy', 'en')).toBe('<¥1')
  })
})

describe('cryptocurrency as display currency', () => {
  test('bitcoin › below one satoshi › marked with <', () => {
    const bare = (text: string | undefined) => text?.replace(/\s/g, ' ')
    expect(fiatMinor(10n ** 18n, 18, '0.0462', 'btc')).toBe(4_620_000n)
    expect(bare(formatFiatValue({ value: 10n ** 18n, decimals: 18 }, '0.0462', 'btc', 'en'))).toBe(
      'BTC 0.04620000',
    )
    expect(bare(formatFiatValue({ value: 1n, decimals: 18 }, '0.0462', 'btc', 'en'))).toBe('<BTC 0.00000001')
    const usdc: Priced = { value: 1_500_000n, decimals: 6, price: '0.00032' }
    expect(bare(formatTotal(totalFiatValue([usdc, usdc], 'eth'), 'eth', 'en'))).toBe('ETH 0.000960')
  })
})

describe('totalFiatValue', () => {
  const price = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, decimals]) => plainAmount(units, decimals))
  const part: fc.Arbitrary<Priced> = fc.record({
    value: fc.bigInt({ min: 0n, max: 2n ** 128n }),
    decimals: fc.integer({ min: 0, max: 30 }),
    price: fc.option(price, { nil: undefined }),
  })

  test('known and unknown prices › summed in any order › floored once, unknown counted', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const { minor, unpriced, isSomething } = totalFiatValue(parts, 'usd')
        const knownPrice = parts.flatMap((one) => fiatMinor(one.value, one.decimals, one.price, 'usd') ?? [])
        const floored = knownPrice.reduce((sum, one) => sum + one, 0n)
        expect(minor === undefined).toBe(knownPrice.length === 0)
        const minMinor = minor ?? 0n
        expect(floored <= minMinor && minMinor <= floored + BigInt(knownPrice.length)).toBe(true)
        expect(totalFiatValue(parts.toReversed(), 'usd')).toEqual({ minor, unpriced, isSomething })
        expect(unpriced).toBe(
          parts.filter(({ value, price: knownPrice }) => value > 0n && knownPrice === undefined).length,
        )
      }),
    )
  })

  const paid = (value: bigint, decimals: number, price?: string): Priced => ({ value, decimals, price })

  test.each<[string, readonly Priced[], TotalFiatValue]>([
    ['none', [], { minor: undefined, isSomething: false, unpriced: 0 }],
    ['zero without price', [paid(0n, 0)], { minor: undefined, isSomething: false, unpriced: 0 }],
    ['one without price', [paid(1n, 0)], { minor: undefined, isSomething: false, unpriced: 1 }],
    ['zero with price', [paid(0n, 0, '2')], { minor: 0n, isSomething: false, unpriced: 0 }],
    ['price of zero', [paid(5n, 0, '0')], { minor: 0n, isSomething: false, unpriced: 0 }],
    [
      'other decimals and prices',
      [paid(5n, 0, '3'), paid(150n, 2, '1.25'), paid(7n, 1, '2'), paid(1n, 3), paid(0n, 3)],
      { minor: 1_827n, isSomething: true, unpriced: 1 },
    ],
  ])('amounts › %s › summed, amounts without price counted', (_name, parts, total) => {
    expect(totalFiatValue(parts, 'usd')).toEqual(total)
  })

  test('fractions of a cent › summed › not floored one by one', () => {
    const half: Priced = { value: 5n, decimals: 3, price: '1' }
    expect(totalFiatValue([half, half], 'usd').minor).toBe(1n)
    expect(formatTotal(totalFiatValue([half], 'usd'), 'usd', 'en')).toBe('<$0.01')
    expect(formatTotal(totalFiatValue([], 'usd'), 'usd', 'en')).toBeUndefined()
    expect(
      formatTotal(totalFiatValue([{ ...half, value: 0n }], 'eur'), 'eur', 'de')?.replace(/\s/g, ' '),
    ).toBe('0,00 €')
  })
})
