import { describe, expect, test } from 'vitest'
import { formatBasisPoints, formatPercent, formatPercentRange } from './format-percent.ts'

describe('formatPercent', () => {
  test.each<[number, string, string]>([
    [1.5, 'en', '1.5%'],
    [1.5, 'de', '1,5 %'],
    [0.01, 'en', '0.01%'],
    [50, 'fr', '50 %'],
    [0.07, 'en', '0.07%'],
    [1.5, 'ar', '1.5\u200e%\u200e'],
  ])('%d › locale %s › formatted as %s', (percent, locale, shown) => {
    expect(formatPercent(percent, locale).replace(/\s/g, ' ')).toBe(shown)
  })

  test('basis points › formatted as percent', () => {
    expect(formatBasisPoints(250n, 'en')).toBe('2.5%')
    expect(formatBasisPoints(-500n, 'en')).toBe('-5%')
  })

  test('range › equal and different ends › one value or both', () => {
    expect(formatPercentRange(1, 2, 'en', 'ltr')).toBe('1% – 2%')
    expect(formatPercentRange(1.5, 1.5, 'en', 'ltr')).toBe('1.5%')
    expect(formatPercentRange(1.5, 1.5, 'ar', 'rtl')).toBe('1.5\u200e%\u200e')
  })

  test('range › right-to-left language › the lower end is on the right', () => {
    const [lower, upper] = ['1\u200e%\u200e', '2.5\u200e%\u200e']
    expect(formatPercentRange(1, 2.5, 'ar', 'rtl')).toBe(`\u200f\u2068${lower}\u2069 – \u2068${upper}\u2069`)
  })
})
