import { expect, it } from 'vitest'
import { moneyDigits, moneyUnits } from './number-format.ts'

it.each([
  ['usd', 'en', ['usd', '$', '$']],
  ['USD', 'en-CA', ['USD', 'US$', '$']],
  ['eur', 'de', ['eur', '€', '€']],
  ['cad', 'fr-CA', ['cad', '$', 'CA$']],
])('units of %s › locale %s › only code and symbols: %j', (currency, locale, units) => {
  expect(moneyUnits(currency, locale)).toEqual(units)
})

it.each([
  ['usd', 2],
  ['jpy', 2],
  ['btc', 8],
  ['BTC', 8],
  ['eth', 6],
])('decimals › currency %s › %i', (currency, digits) => {
  expect(moneyDigits(currency)).toBe(digits)
})
