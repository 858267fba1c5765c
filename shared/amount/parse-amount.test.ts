import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatForInput, formatWhole, plainAmount } from './format-amount.ts'
import { type AmountProblem, parseAmount, parsePlainAmount } from './parse-amount.ts'

const locales = ['en', 'de', 'fr', 'es', 'de-CH', 'hi', 'pt-PT', 'ar-EG', 'fa', 'sv']
const read = (text: string, decimals: number, locale: string) =>
  parseAmount(text, { decimals, locale, units: [] })
const amount = (value: bigint) => ({ is: 'amount', value })
const maxAmount = 2n ** 256n - 1n
const problem = (name: AmountProblem) => ({ is: 'problem', problem: name })

describe('parseAmount', () => {
  test.each<[string, number, string, bigint]>([
    ['1', 18, 'en', 10n ** 18n],
    ['0.5', 6, 'en', 500_000n],
    ['0,5', 6, 'en', 500_000n],
    ['0,500', 6, 'en', 500_000n],
    ['.5', 6, 'en', 500_000n],
    [',5', 6, 'de', 500_000n],
    ['5.', 6, 'en', 5_000_000n],
    ['1,234.5', 6, 'en', 1_234_500_000n],
    ['1,234.5', 6, 'de', 1_234_500_000n],
    ['1.234,5', 6, 'de', 1_234_500_000n],
    ['1.234,567', 6, 'de', 1_234_567_000n],
    ['1,234,567', 6, 'en', 1_234_567_000_000n],
    ['12,34,567.8', 1, 'hi', 12_345_678n],
    ['1 234,5', 6, 'fr', 1_234_500_000n],
    ['1\u202f234,5', 6, 'fr', 1_234_500_000n],
    ["1'234.5", 6, 'de-CH', 1_234_500_000n],
    ['1.234', 6, 'en', 1_234_000n],
    ['1,234', 6, 'de', 1_234_000n],
    ['1,2345', 6, 'en', 1_234_500n],
    ['١٫٥', 6, 'ar-EG', 1_500_000n],
    ['۱۲٬۳۴۵', 0, 'fa', 12_345n],
    ['  7 ', 0, 'en', 7n],
    ['0', 6, 'en', 0n],
    [`${'0'.repeat(127)}5`, 0, 'en', 5n],
    [`${maxAmount}`, 0, 'en', maxAmount],
    [`${maxAmount}0e-1`, 0, 'en', maxAmount],
    [`.${'0'.repeat(122)}1e200`, 0, 'en', 10n ** 77n],
  ])('%j › %i decimals in %s › parsed', (text, decimals, locale, value) => {
    expect(read(text, decimals, locale)).toEqual(amount(value))
  })

  test.each<[string, number, string, AmountProblem]>([
    ['', 6, 'en', 'empty'],
    ['   ', 6, 'en', 'empty'],
    ['-1', 6, 'en', 'sign'],
    ['+1', 6, 'en', 'sign'],
    ['−1', 6, 'en', 'sign'],
    ['1,234', 6, 'en', 'ambiguous'],
    ['1.234', 6, 'de', 'ambiguous'],
    ['1,2,3', 6, 'en', 'ambiguous'],
    ['1.2.3', 6, 'en', 'ambiguous'],
    ['1,234.567,8', 6, 'en', 'ambiguous'],
    ['12,3.4', 6, 'en', 'ambiguous'],
    ['1.2345678', 6, 'en', 'too-many-decimals'],
    ['1.5', 0, 'en', 'too-many-decimals'],
    ['1.0000000', 6, 'en', 'too-many-decimals'],
    ['0.0000000', 6, 'en', 'too-many-decimals'],
    [`${maxAmount + 1n}`, 0, 'en', 'too-large'],
    [`${maxAmount + 1n}0e-1`, 0, 'en', 'too-large'],
    ['9'.repeat(79), 0, 'en', 'too-large'],
    ['1'.repeat(200), 0, 'en', 'too-large'],
    ['.', 6, 'en', 'not-a-number'],
    ['abc', 6, 'en', 'not-a-number'],
    ['0x10', 6, 'en', 'not-a-number'],
    ['1 2', 6, 'en', 'not-a-number'],
    ['1.5 0', 6, 'en', 'not-a-number'],
    ['NaN', 6, 'en', 'not-a-number'],
    ['Infinity', 6, 'en', 'not-a-number'],
  ])('%j › %i decimals in %s › problem %s', (text, decimals, locale, name) => {
    expect(read(text, decimals, locale)).toEqual(problem(name))
  })

  const anyAmount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const anyDecimals = fc.integer({ min: 0, max: 36 })
  const anyLocale = fc.constantFrom(...locales)

  test('amount › formatted for input in any locale › parsed to the same amount', () => {
    fc.assert(
      fc.property(anyAmount, anyDecimals, anyLocale, (value, decimals, locale) => {
        expect(read(formatForInput(value, decimals, locale), decimals, locale)).toEqual(amount(value))
      }),
    )
  })

  test('amount › formatted with groups › same amount or ambiguous, never another', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), anyDecimals, anyLocale, (value, decimals, a) => {
        const parsed = read(formatWhole(value, decimals, a), decimals, a)
        expect([amount(value), problem('ambiguous')]).toContainEqual(parsed)
      }),
    )
  })

  test('any text › parsed › an amount or a problem, never an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), anyDecimals, anyLocale, (text, decimals, locale) => {
        expect(['amount', 'problem']).toContain(read(text, decimals, locale).is)
      }),
    )
  })
})

describe('parsePlainAmount', () => {
  test('plain amount › 0 to 36 decimals › parsed to the same amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 36 }),
        (value, decimals) => {
          expect(parsePlainAmount(plainAmount(value, decimals), decimals)).toEqual(amount(value))
        },
      ),
    )
  })

  test.each<[string, AmountProblem]>([
    ['1,5', 'not-a-number'],
    ['1.2.3', 'not-a-number'],
    ['1 000', 'not-a-number'],
    ['-1', 'sign'],
    ['1e-7', 'too-many-decimals'],
    ['', 'empty'],
    ['1.2345678', 'too-many-decimals'],
    ['1e78', 'too-large'],
    ['0'.repeat(129), 'too-large'],
  ])('%j › parsed › problem %s', (text, name) => {
    expect(parsePlainAmount(text, 6)).toEqual(problem(name))
  })

  test('text of 128 characters › parsed › the amount', () => {
    expect(parsePlainAmount('5'.padStart(128, '0'), 0)).toEqual(amount(5n))
  })
})
