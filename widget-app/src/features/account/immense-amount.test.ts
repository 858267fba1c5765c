import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { immenseFiatValue, immenseMoney, immenseUnits } from './immense-amount.ts'

const plain = (text: string | undefined) => text?.replace(/\p{Cf}/gu, '').replace(/\s/g, ' ')

describe('immenseUnits', () => {
  test.each([
    [10n ** 33n - 1n, 18, 'en', undefined],
    [10n ** 33n, 18, 'en', '1 × 10¹⁵'],
    [10n ** 58n - 1n, 0, 'de', '9,9 × 10⁵⁷'],
    [0n, 18, 'en', undefined],
  ])('%d with %d decimals in %s › %s', (value, decimals, locale, expected) => {
    expect(plain(immenseUnits(value, decimals, locale))).toBe(expected)
  })

  test('any amount › two digits, never more than the value', () => {
    const immense = fc.bigInt({ min: 10n ** 15n, max: 2n ** 256n })
    fc.assert(
      fc.property(immense, fc.integer({ min: 0, max: 36 }), (whole, decimals) => {
        const text = plain(immenseUnits(whole * 10n ** BigInt(decimals), decimals, 'en')) ?? ''
        const [, first = '', second = '0', power = ''] = /^([1-9])(?:\.(\d))? × 10(\D+)$/.exec(text) ?? []
        const exponent = [...power].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join('')
        expect(whole / 10n ** BigInt(Number(exponent) - 1)).toBe(BigInt(first + second))
      }),
    )
  })
})

test.each([
  ['usd', 'en', 10n ** 17n - 1n, undefined],
  ['usd', 'en', 10n ** 17n, '$1 × 10¹⁵'],
  ['usd', 'ar', 10n ** 60n - 1n, '9.9 × 10⁵⁷ US$'],
  ['eur', 'de', 10n ** 60n - 1n, '9,9 × 10⁵⁷ €'],
  ['jpy', 'en', 10n ** 60n - 1n, '¥9.9 × 10⁵⁷'],
  ['btc', 'en', 10n ** 66n - 1n, 'BTC 9.9 × 10⁵⁷'],
  ['usd', 'en', undefined, undefined],
])('immenseMoney › %s in %s › %d › %s', (currency, locale, minor, expected) => {
  expect(plain(immenseMoney(minor, currency, locale))).toBe(expected)
})

test.each([
  ['2', '$2 × 10¹⁵'],
  ['0.0001', undefined],
  [undefined, undefined],
])('immenseFiatValue › price %s › %s', (price, expected) => {
  expect(plain(immenseFiatValue({ value: 10n ** 33n, decimals: 18, price }, 'usd', 'en'))).toBe(expected)
})
