import { moneyDigits, moneyFormat } from './number-format.ts'

const pricePattern = /^(\d{1,60})(?:\.(\d{1,60}))?$/

/** True if fiat values can be calculated with the price. */
export const isReadablePrice = (price: string): boolean => pricePattern.test(price)

/** An amount in base units with its decimals, and the price of a whole unit as plain decimal text, such as `'3123.45'`. */
export type Priced = {
  readonly value: bigint
  readonly decimals: number
  readonly price: string | undefined
}

/** Fiat value as a fraction, exact for any amount: `units / 10^exponent`. Returns `undefined` without a readable price. */
export function fiatFraction({
  value,
  decimals,
  price,
}: Priced): { units: bigint; exponent: number } | undefined {
  const match = price === undefined ? null : pricePattern.exec(price)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  return { units: value * BigInt(whole + fraction), exponent: decimals + fraction.length }
}

/**
 * Fiat value in units of 10^-`digits` of the price's currency, floored; `undefined` if the price is unknown or not a plain
 * decimal. A price is a decimal text per whole unit, such as `'3123.45'`, and never becomes a float.
 */
export function scaledFiatValue(part: Priced, digits: number): bigint | undefined {
  const valueFraction = fiatFraction(part)
  return (
    valueFraction && (valueFraction.units * 10n ** BigInt(digits)) / 10n ** BigInt(valueFraction.exponent)
  )
}

/**
 * Fiat value in the currency's smallest units (`moneyDigits`: cents, or satoshis for bitcoin), floored; `undefined` as in
 * `scaledFiatValue`.
 */
export const fiatMinor = (
  value: bigint,
  decimals: number,
  price: string | undefined,
  currency: string,
): bigint | undefined => scaledFiatValue({ value, decimals, price }, moneyDigits(currency))

/** The fiat value of several amounts. `unpriced` counts the amounts above zero without a known price. */
export type TotalFiatValue = {
  /** In the currency's smallest units, floored once at the end; `undefined` if no price is known. */
  readonly minor: bigint | undefined
  readonly isSomething: boolean
  readonly unpriced: number
}

/** Sums fiat values in a currency exactly, and counts the amounts without a price. */
export function totalFiatValue(parts: readonly Priced[], currency: string): TotalFiatValue {
  let units = 0n
  let exponent = 0
  let priced = 0
  for (const part of parts) {
    const valueFraction = fiatFraction(part)
    if (valueFraction === undefined) continue
    priced += 1
    const scale = Math.max(exponent, valueFraction.exponent)
    units =
      units * 10n ** BigInt(scale - exponent) +
      valueFraction.units * 10n ** BigInt(scale - valueFraction.exponent)
    exponent = scale
  }
  return {
    minor: priced > 0 ? (units * 10n ** BigInt(moneyDigits(currency))) / 10n ** BigInt(exponent) : undefined,
    isSomething: units > 0n,
    unpriced: parts.filter((part) => part.value > 0n && fiatFraction(part) === undefined).length,
  }
}

/**
 * Formats an amount in the currency's smallest units with its symbol, as in `locale` (BCP 47). Currencies without cents are
 * floored.
 * @example formatFiat(123_456n, 'usd', 'en') // '$1,234.56'
 */
export function formatFiat(minor: bigint, currency: string, locale: string): string {
  const format = moneyFormat(locale, currency)
  const negative = minor < 0n
  const magnitude = negative ? -minor : minor
  const digits = moneyDigits(currency)
  const perUnit = 10n ** BigInt(digits)
  const rest = (magnitude % perUnit).toString().padStart(digits, '0')
  const text = format
    .formatToParts(magnitude / perUnit)
    .map((part) =>
      part.type === 'fraction' ? rest.padEnd(part.value.length, '0').slice(0, part.value.length) : part.value,
    )
    .join('')
  const signed = negative ? `-${text}` : text
  // At the end of a right-to-left line, bidi reordering would move the sign of `US$` before its letters.
  return text.startsWith('\u200f') ? `${signed}\u200e` : signed
}

/** The smallest displayed amount above zero, in the currency's smallest units: 1 for dollars, 100 for yen. */
const smallestDisplayed = (currency: string): bigint => {
  const digits = moneyFormat('en', currency).resolvedOptions().maximumFractionDigits
  return digits === 0 ? 10n ** BigInt(moneyDigits(currency)) : 1n
}

/** Formats a fiat value. A positive value below the smallest displayed amount is `<$0.01`, never zero. */
function formatFloored(minor: bigint, isSomething: boolean, currency: string, locale: string): string {
  // Computed for small values only: it takes longer than the rest of the function.
  const smallest = isSomething && minor < 100n ? smallestDisplayed(currency) : 0n
  return minor < smallest ? `<${formatFiat(smallest, currency, locale)}` : formatFiat(minor, currency, locale)
}

/**
 * Formats the fiat value of an amount: `$1,234.56`, or `<$0.01` for less than a cent. Returns `undefined` if the price is
 * unknown (screens show a dash, never zero).
 */
export function formatFiatValue(
  amount: { readonly value: bigint; readonly decimals: number },
  price: string | undefined,
  currency: string,
  locale: string,
): string | undefined {
  const minor = fiatMinor(amount.value, amount.decimals, price, currency)
  if (minor === undefined || price === undefined) return undefined
  return formatFloored(minor, amount.value > 0n && /[1-9]/.test(price), currency, locale)
}

/** Formats a total as `formatFiatValue` formats one amount; `undefined` if no price is known. */
export const formatTotal = (
  { minor, isSomething }: TotalFiatValue,
  currency: string,
  locale: string,
): string | undefined =>
  minor === undefined ? undefined : formatFloored(minor, isSomething, currency, locale)
