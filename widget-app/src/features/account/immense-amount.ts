import { fiatMinor, formatFiat, type Priced } from '#shared/amount/fiat.ts'
import { formatBalance } from '#shared/amount/format-amount.ts'
import { moneyDigits } from '#shared/amount/number-format.ts'

/** Whole digits that fit on one line of a phone. Longer amounts are shown as a power of ten. */
const wholeDigits = 15
const digits = '0123456789'
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Formats `9.9 × 10⁵⁷`, floored, on one line and left to right in any text; undefined if the whole part fits on a line. */
function powerOfTen(whole: bigint, locale: string): string | undefined {
  if (whole < 10n ** BigInt(wholeDigits)) return undefined
  const exponent = whole.toString().length - 1
  const shown = formatBalance(whole / 10n ** BigInt(exponent - 1), 1, locale)
  const raised = exponent.toString().replace(/\d/g, (digit) => superscripts.charAt(digits.indexOf(digit)))
  return `\u2066${shown}\u202f×\u202f10${raised}\u2069`
}

/**
 * Formats an amount in base units that does not fit on a line; undefined for any other. Any account can receive huge amounts
 * of worthless tokens, and a truncated number reads as a smaller one.
 * @example immenseUnits(10n ** 58n - 1n, 0, 'en') // '9.9 × 10⁵⁷'
 */
export const immenseUnits = (value: bigint, decimals: number, locale: string): string | undefined =>
  powerOfTen(value / 10n ** BigInt(decimals), locale)

/** Formats a fiat sum in minor units like `immenseUnits`: `$9.9 × 10⁵⁷`. */
export function immenseMoney(
  minor: bigint | undefined,
  currency: string,
  locale: string,
): string | undefined {
  const perUnit = 10n ** BigInt(moneyDigits(currency))
  const amount = minor === undefined ? undefined : powerOfTen(minor / perUnit, locale)
  // The currency is placed where the locale places it.
  return amount && formatFiat(perUnit, currency, locale).replace(/\d(?:.*\d)?/, amount)
}

/** Formats the fiat value of an amount like `immenseMoney`. */
export const immenseFiatValue = (
  { value, decimals, price }: Priced,
  currency: string,
  locale: string,
): string | undefined => immenseMoney(fiatMinor(value, decimals, price, currency), currency, locale)
