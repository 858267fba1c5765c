import { moneyDigits, moneyFormat } from './number-format.ts'

const pricePattern = /^(\d{1,60})(?:\.(\d{1,60}))?$/

/** Whether worths are counted with a price. */
export const isReadablePrice = (price: string): boolean => pricePattern.test(price)

/** An amount in base units with its decimals, and the price of a whole unit as plain decimal text, such as `'3123.45'`. */
export type Priced = {
  readonly value: bigint
  readonly decimals: number
  readonly price: string | undefined
}

/** Worth of an amount as a fraction of powers of ten: `units / 10^exponent`; `undefined` without a readable price. */
function worthOf({ value, decimals, price }: Priced): { units: bigint; exponent: number } | undefined {
  const match = price === undefined ? null : pricePattern.exec(price)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  return { units: value * BigInt(whole + fraction), exponent: decimals + fraction.length }
}

/**
 * Worth of an amount in units of 10^-`digits` of the currency its price is in, floored; `undefined` when the price is
 * unknown or no plain decimal. A price is a decimal text per whole unit, such as `'3123.45'`, and never becomes a float.
 */
export function scaledFiatValue(part: Priced, digits: number): bigint | undefined {
  const worth = worthOf(part)
  return worth && (worth.units * 10n ** BigInt(digits)) / 10n ** BigInt(worth.exponent)
}

/**
 * Worth of an amount in the smallest units that a currency is counted in here (`moneyDigits`: cents, of bitcoin satoshis),
 * floored; `undefined` like `scaledFiatValue`.
 */
export const fiatMinor = (
  value: bigint,
  decimals: number,
  price: string | undefined,
  currency: string,
): bigint | undefined => scaledFiatValue({ value, decimals, price }, moneyDigits(currency))

/** What several amounts are worth together; `unpriced` are those above zero whose price nobody knows. */
export type TotalFiatValue = {
  /** In the smallest units of the currency, floored once, at the end; `undefined` when no price at all is known. */
  readonly minor: bigint | undefined
  readonly isSomething: boolean
  readonly unpriced: number
}

/** Adds up worths in a currency exactly, and counts what had to be left out. */
export function totalFiatValue(parts: readonly Priced[], currency: string): TotalFiatValue {
  let units = 0n
  let exponent = 0
  let priced = 0
  for (const part of parts) {
    const worth = worthOf(part)
    if (worth === undefined) continue
    priced += 1
    const scale = Math.max(exponent, worth.exponent)
    units = units * 10n ** BigInt(scale - exponent) + worth.units * 10n ** BigInt(scale - worth.exponent)
    exponent = scale
  }
  return {
    minor: priced > 0 ? (units * 10n ** BigInt(moneyDigits(currency))) / 10n ** BigInt(exponent) : undefined,
    isSomething: units > 0n,
    unpriced: parts.filter((part) => part.value > 0n && worthOf(part) === undefined).length,
  }
}

/**
 * Smallest units with the currency's symbol as `locale` (BCP 47) writes them; currencies without cents are floored.
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
  // At the end of a line from right to left the sign of `US$` would jump before its letters.
  return text.startsWith('\u200f') ? `${signed}\u200e` : signed
}

/** The smallest amount above zero that a currency shows, in its smallest units: 1 for dollars, 100 for yen. */
const smallestShown = (currency: string): bigint => {
  const digits = moneyFormat('en', currency).resolvedOptions().maximumFractionDigits
  return digits === 0 ? 10n ** BigInt(moneyDigits(currency)) : 1n
}

/** Worth for display: what is there but less than the smallest coin reads `<$0.01`, never zero. */
function formatFloored(minor: bigint, isSomething: boolean, currency: string, locale: string): string {
  // Asked only of what is little: it takes longer than all the rest.
  const smallest = isSomething && minor < 100n ? smallestShown(currency) : 0n
  return minor < smallest ? `<${formatFiat(smallest, currency, locale)}` : formatFiat(minor, currency, locale)
}

/**
 * Worth of an amount for display: `$1,234.56`, `<$0.01` for less than a cent, `undefined` when the price is unknown
 * (screens show a dash, never zero).
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

/** A total for display, as `formatFiatValue` shows one worth; `undefined` when no price at all is known. */
export const formatTotal = (
  { minor, isSomething }: TotalFiatValue,
  currency: string,
  locale: string,
): string | undefined =>
  minor === undefined ? undefined : formatFloored(minor, isSomething, currency, locale)
