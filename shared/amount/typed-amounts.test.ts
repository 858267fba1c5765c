import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyUnits } from './number-format.ts'
import { type ParsedAmount, parseAmount } from './parse-amount.ts'
import { separatorsOf } from './separators.ts'
import { typedCases } from './testing/typed-amounts.ts'

describe('parseAmount', () => {
  test.each(typedCases)('amount › $text typed › parsed as $reads', ({ text, reads, ...grammar }) => {
    const { locale = 'en', decimals = 6, units = ['ETH'] } = grammar
    const parsed = parseAmount(text, { decimals, locale, units })
    if (typeof reads === 'bigint') expect(parsed).toEqual({ is: 'amount', value: reads })
    else if (typeof reads === 'string') expect(parsed).toEqual({ is: 'problem', problem: reads })
    else expect(parsed).toEqual({ is: 'problem', problem: 'other-unit', unit: reads.unit })
  })
})

/** Without `az`, for which CLDR has words instead of an affix for Arabic digits. */
const languages =
  'af am ar ar-EG as be bg bn bs ca cs cy da de de-AT de-CH de-LI el en en-IN en-ZA es es-CR es-MX et eu fa ff-Adlm fi fil fr ' +
  'fr-CH ga gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko ks ky lo lt lv mk ml mn mr ms my nb ne nl or pa pl ps pt ' +
  'pt-PT ro ru sd si sk sl sq sr sv sw ta te th tk tr uk ur uz vi zh zu'
const numberings = [
  ...['latn', 'arab', 'arabext', 'beng', 'deva', 'fullwide', 'gujr', 'guru', 'khmr', 'knda', 'laoo', 'mymr'],
  ...['orya', 'tamldec', 'telu', 'thai', 'tibt', 'mlym'],
]
const locales = fc.constantFrom(...languages.split(' '))
const decimals = 6

describe('texts that Intl formats', () => {
  const amounts = fc.record({
    value: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 7n })),
    locale: locales,
    numberingSystem: fc.constantFrom(undefined, ...numberings),
  })
  /** Fifteen digits, the precision of a double. */
  const plain = (value: bigint) => Number(value) / 1e6

  const comma = (mark: string) => mark.replace('،', ',')
  /**
   * Parses as the amount, or is ambiguous if it has a single grouping separator that could be the decimal one: `1,234`.
   * Other ambiguous numbers have digits of another script that are divided by the locale's grouping separator, as in Khmer
   * and Urdu.
   */
  const expectAmount = (
    parsed: ParsedAmount,
    { value, locale }: { readonly value: bigint; readonly locale: string },
    parts: readonly Intl.NumberFormatPart[],
  ): void => {
    const marks = (mark: Intl.NumberFormatPartTypes) => parts.filter(({ type }) => type === mark)
    const [decimal] = marks('decimal')
    const isUnclear =
      decimal === undefined
        ? marks('group').length === 1
        : comma(decimal.value) === comma(separatorsOf(locale).group)
    if (parsed.is === 'amount' || !isUnclear) expect(parsed).toEqual({ is: 'amount', value })
    else expect(parsed.problem).toBe('ambiguous')
  }

  test('amount › formatted by Intl › the same amount, or 1,234 and ambiguous', () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), ({ value, locale, numberingSystem }, useGrouping) => {
        const format = new Intl.NumberFormat(locale, {
          ...(numberingSystem === undefined ? {} : { numberingSystem }),
          maximumFractionDigits: 6,
          useGrouping,
        })
        const parsed = parseAmount(format.format(plain(value)), { decimals, locale, units: [] })
        expectAmount(parsed, { value, locale }, format.formatToParts(plain(value)))
      }),
      { numRuns: 3_000 },
    )
  })

  test('money › formatted by Intl › the same sum, or 1,234 and ambiguous', () => {
    const currencies = fc.constantFrom('USD', 'EUR', 'GBP', 'JPY', 'INR', 'CAD', 'BRL', 'CHF', 'SEK')
    const displays = fc.constantFrom('symbol' as const, 'code' as const)
    fc.assert(
      fc.property(
        amounts,
        currencies,
        displays,
        fc.boolean(),
        (amount, currency, currencyDisplay, useGrouping) => {
          const { value, locale } = amount
          const format = new Intl.NumberFormat(locale, {
            ...{ style: 'currency' as const, currency, currencyDisplay, useGrouping },
            minimumFractionDigits: 2,
            maximumFractionDigits: 6,
          })
          const parsed = parseAmount(format.format(plain(value)), {
            decimals,
            locale,
            units: moneyUnits(currency, locale),
          })
          expectAmount(parsed, { value, locale }, format.formatToParts(plain(value)))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test("money › another currency than the field's › never an amount", () => {
    fc.assert(
      fc.property(amounts, ({ value, locale }) => {
        const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
        const units = moneyUnits('USD', locale)
        expect(parseAmount(euros.format(plain(value)), { decimals: 2, locale, units }).is).toBe('problem')
      }),
    )
  })
})

/** A reference parser for one notation: digits, one decimal point or comma, spaces around. */
function reference(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(text) ?? []
  if (whole + fraction === '' || fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

describe('other characters around a number', () => {
  const junk = fc.string({
    unit: fc.constantFrom(..." \u00a0\u200b'_.,-+0 5eE$€ETHUSDC٫٬٣३％%()/\t\n\u202e\u200f".split('')),
    maxLength: 5,
  })
  const numbers = fc.tuple(fc.nat(99_999), fc.option(fc.nat(99_999))).map(([whole, fraction]) => ({
    text: fraction === null ? `${whole}` : `${whole}.${fraction}`,
    value: reference(fraction === null ? `${whole}` : `${whole}.${fraction}`),
  }))

  test('letters and signs around a number › parsed › the amount or a problem', () => {
    const around = junk.map((text) => text.replace(/[\p{Nd}.,٫٬'_eE\p{Zs}]/gu, ''))
    fc.assert(
      fc.property(around, numbers, around, (before, { text, value }, after) => {
        const parsed = parseAmount(`${before}${text}${after}`, { decimals, locale: 'en', units: ['ETH'] })
        if (parsed.is === 'amount') expect(parsed.value).toBe(value)
      }),
      { numRuns: 3_000 },
    )
  })

  test('characters without unit, separator, exponent › parsed › as by the reference', () => {
    const bare = /^[\d.,]*$/
    fc.assert(
      fc.property(junk, numbers, junk, (before, { text }, after) => {
        const typed = `${before}${text}${after}`
        const parsed = parseAmount(typed, { decimals, locale: 'en', units: ['ETH'] })
        const plain = typed.trim()
        if (!bare.test(plain) || /[.,].*[.,]/.test(plain) || parsed.is !== 'amount') return
        expect(parsed.value).toBe(reference(plain))
      }),
      { numRuns: 3_000 },
    )
  })
})
