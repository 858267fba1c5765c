import { moneyFormat } from './number-format.ts'

const centsPerUnit = 100n
const pricePattern = /^(\d{1,60})(?:\.(\d{1,60}))?$/

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
 * Worth of an amount in cents (1/100 of the currency), floored; `undefined` when the price is unknown or no plain
 * decimal. A price is a decimal text per whole unit, such as `'3123.45'`, and never becomes a float.
 */
export function fiatCents(value: bigint, decimals: number, price: string | undefined): bigint | undefined {
  const worth = worthOf({ value, decimals, price })
  return worth && (worth.units * centsPerUnit) / 10n ** BigInt(worth.exponent)
}

/** What several amounts are worth together; `unpriced` are those above zero whose price nobody knows. */
export type TotalWorth = {
  /** Floored once, at the end; `undefined` when no price at all is known. */
  readonly cents: bigint | undefined
  readonly isSomething: boolean
  readonly unpriced: number
}

/** Adds up worths exactly, and counts what had to be left out. */
export function totalWorth(parts: readonly Priced[]): TotalWorth {
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
    cents: priced > 0 ? (units * centsPerUnit) / 10n ** BigInt(exponent) : undefined,
    isSomething: units > 0n,
    unpriced: parts.filter((part) => part.value > 0n && worthOf(part) === undefined).length,
  }
}

/**
 * Cents with the currency's symbol as `locale` (BCP 47) writes them; currencies without cents are floored.
 * @example formatFiat(123_456n, 'usd', 'en') // '$1,234.56'
 */
export function formatFiat(cents: bigint, currency: string, locale: string): string {
  const format = moneyFormat(locale, currency)
  const negative = cents < 0n
  const magnitude = negative ? -cents : cents
  const rest = (magnitude % centsPerUnit).toString().padStart(2, '0')
  const text = format
    .formatToParts(magnitude / centsPerUnit)
    .map((part) =>
      part.type === 'fraction' ? rest.padEnd(part.value.length, '0').slice(0, part.value.length) : part.value,
    )
    .join('')
  return negative ? `-${text}` : text
}

/** The smallest amount above zero that a currency shows, in cents: 1 for dollars, 100 for yen. */
const smallestShown = (currency: string): bigint => {
  const digits = moneyFormat('en', currency).resolvedOptions().maximumFractionDigits
  return digits === 0 ? centsPerUnit : 1n
}

/** Cents for display: what is there but less than the smallest coin reads `<$0.01`, never zero. */
function formatFloored(cents: bigint, isSomething: boolean, currency: string, locale: string): string {
  const smallest = isSomething && cents < centsPerUnit ? smallestShown(currency) : 0n
  return cents < smallest ? `<${formatFiat(smallest, currency, locale)}` : formatFiat(cents, currency, locale)
}

/**
 * Worth of an amount for display: `$1,234.56`, `<$0.01` for less than a cent, `undefined` when the price is unknown
 * (screens show a dash, never zero).
 */
export function formatWorth(
  amount: { readonly value: bigint; readonly decimals: number },
  price: string | undefined,
  currency: string,
  locale: string,
): string | undefined {
  const cents = fiatCents(amount.value, amount.decimals, price)
  if (cents === undefined || price === undefined) return undefined
  return formatFloored(cents, amount.value > 0n && /[1-9]/.test(price), currency, locale)
}

/** A total for display, as `formatWorth` shows one worth; `undefined` when no price at all is known. */
export const formatTotal = (
  { cents, isSomething }: TotalWorth,
  currency: string,
  locale: string,
): string | undefined =>
  cents === undefined ? undefined : formatFloored(cents, isSomething, currency, locale)
