import { fiatMinor, formatFiat, type Priced } from '#shared/amount/fiat.ts'
import { formatBalance } from '#shared/amount/format-amount.ts'
import { moneyDigits } from '#shared/amount/number-format.ts'

/** Whole digits that a line of a phone holds; from one more on an amount is shown as a power of ten. */
const wholeDigits = 15
const digits = '0123456789'
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** `9.9 × 10⁵⁷`, floored, in one line and from left to right in any text; undefined where a line holds the whole part. */
function powerOfTen(whole: bigint, locale: string): string | undefined {
  if (whole < 10n ** BigInt(wholeDigits)) return undefined
  const exponent = whole.toString().length - 1
  const shown = formatBalance(whole / 10n ** BigInt(exponent - 1), 1, locale)
  const raised = exponent.toString().replace(/\d/g, (digit) => superscripts.charAt(digits.indexOf(digit)))
  return `\u2066${shown}\u202f×\u202f10${raised}\u2069`
}

/**
 * An amount in base units that no line holds; undefined for any other. Anybody can send an account any number of worthless
 * tokens, and a figure that is cut reads as a smaller one.
 * @example immenseUnits(10n ** 58n - 1n, 0, 'en') // '9.9 × 10⁵⁷'
 */
export const immenseUnits = (value: bigint, decimals: number, locale: string): string | undefined =>
  powerOfTen(value / 10n ** BigInt(decimals), locale)

/** A sum in the smallest units of a currency, as `immenseUnits` shows an amount: `$9.9 × 10⁵⁷`. */
export function immenseMoney(
  minor: bigint | undefined,
  currency: string,
  locale: string,
): string | undefined {
  const perUnit = 10n ** BigInt(moneyDigits(currency))
  const figure = minor === undefined ? undefined : powerOfTen(minor / perUnit, locale)
  // The currency stands where the locale has it.
  return figure && formatFiat(perUnit, currency, locale).replace(/\d(?:.*\d)?/, figure)
}

/** The worth of an amount, as `immenseMoney` shows a sum. */
export const immenseWorth = (
  { value, decimals, price }: Priced,
  currency: string,
  locale: string,
): string | undefined => immenseMoney(fiatMinor(value, decimals, price, currency), currency, locale)
