import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatBalance,
  formatForInput,
  formatSignificant,
  formatTokenAmount,
  formatWhole,
  plainAmount,
} from './format-amount.ts'
import { parseAmount } from './parse-amount.ts'

const narrow = (text: string): string => text.replace(/\s/g, ' ')

describe('formatBalance', () => {
  test.each<[bigint, number, string, string]>([
    [1_239_900n, 6, 'en', '1.239'],
    [1_999_999n, 6, 'en', '1.999'],
    [1_500_000n, 6, 'en', '1.5'],
    [0n, 18, 'en', '0'],
    [999n, 6, 'en', '<0.001'],
    [1_000n, 6, 'en', '0.001'],
    [1n, 18, 'de', '<0,001'],
    [1_000_000n, 6, 'en', '1'],
    [1_234_567_890_000n, 6, 'en', '1,234,567.89'],
    [1_234_567_890_000n, 6, 'de', '1.234.567,89'],
    [1_234_567_890_000n, 6, 'fr', '1 234 567,89'],
    [1_234_567_890_000n, 6, 'hi', '12,34,567.89'],
    [7n, 0, 'en', '7'],
    [123n, 2, 'en', '1.23'],
    [10n ** 30n + 1n, 18, 'en', '1,000,000,000,000'],
  ])('balance %d › %i decimals in %s › formatted as %s', (value, decimals, locale, shown) => {
    expect(narrow(formatBalance(value, decimals, locale))).toBe(shown)
  })
})

describe('formatTokenAmount', () => {
  test.each<[bigint, number, string, string]>([
    [1_599_000n, 6, 'de', '1,59'],
    [1_000_000n, 6, 'en', '1.00'],
    [9_999n, 6, 'en', '<0.01'],
    [10_000n, 6, 'en', '0.01'],
    [0n, 6, 'en', '0.00'],
    [5n, 0, 'en', '5.00'],
    [5n, 1, 'en', '0.50'],
  ])('token amount %d › %i decimals in %s › formatted as %s', (value, decimals, locale, shown) => {
    expect(formatTokenAmount(value, decimals, locale)).toBe(shown)
  })
})

describe('formatSignificant', () => {
  test.each<[bigint, number, string, string]>([
    [32_683_333_333_333_333n, 18, 'en', '0.0326833'],
    [747_750_000n, 6, 'en', '747.75'],
    [740_272_599n, 6, 'en', '740.272'],
    [999_999_999n, 6, 'en', '999.999'],
    [1_234_567_899_999n, 6, 'en', '1,234,567'],
    [1_234_567_899_999n, 6, 'de', '1.234.567'],
    [1n, 18, 'en', '0.000000000000000001'],
    [1_234_567n, 0, 'en', '1,234,567'],
    [0n, 18, 'en', '0'],
  ])('amount %d › %i decimals in %s › formatted as %s', (value, decimals, locale, shown) => {
    expect(formatSignificant(value, decimals, locale)).toBe(shown)
  })
})

test('amount › review, input and plain formats › all digits, no grouping, a point', () => {
  const value = 1_234_000_000_000_000_000_001n
  expect(formatWhole(value, 18, 'en')).toBe('1,234.000000000000000001')
  expect(formatForInput(value, 18, 'de')).toBe('1234,000000000000000001')
  expect(plainAmount(value, 18)).toBe('1234.000000000000000001')
  expect(plainAmount(0n, 18)).toBe('0')
})

test('negative amount › formatted › minus sign before the digits', () => {
  expect(formatWhole(-1_234_500_000n, 6, 'en')).toBe('-1,234.5')
  expect(formatForInput(-1_234_500_000n, 6, 'de')).toBe('-1234,5')
  expect(plainAmount(-1_234_500_000n, 6)).toBe('-1234.5')
  expect(plainAmount(-7n, 0)).toBe('-7')
})

test('any amount › formatted › at most the amount, less than one last digit below', () => {
  const formats = [
    { format: formatBalance, shown: 3 },
    { format: formatTokenAmount, shown: 2 },
  ]
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 200n }),
      fc.integer({ min: 0, max: 36 }),
      fc.constantFrom('en', 'de', 'fr', 'sv', 'pt-PT'),
      fc.constantFrom(...formats),
      (value, decimals, locale, { format, shown }) => {
        const text = format(value, decimals, locale)
        const step = 10n ** BigInt(Math.max(0, decimals - shown))
        if (text.startsWith('<')) {
          expect(value > 0n && value < step).toBe(true)
          return
        }
        const bare = text.replace(locale === 'en' ? /,/g : /[.\s]/g, '')
        const read = parseAmount(bare, { decimals: Math.max(decimals, shown), locale, units: [] })
        if (read.is === 'problem') throw new Error(`${text} is ${read.problem}`)
        const back = read.value / 10n ** BigInt(Math.max(0, shown - decimals))
        expect(back <= value && value - back < step).toBe(true)
      },
    ),
  )
})
