const centsPerUnit = 100n
const pricePattern = /^(\d{1,60})(?:\.(\d{1,60}))?$/

/**
 * Worth of an amount in cents (1/100 of the currency), floored; `undefined` when the price is unknown or no plain
 * decimal. A price is a decimal text per whole unit, such as `'3123.45'`, and never becomes a float.
 */
export function fiatCents(value: bigint, decimals: number, price: string | undefined): bigint | undefined {
  const match = price === undefined ? null : pricePattern.exec(price)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  const scale = 10n ** BigInt(decimals + fraction.length)
  return (value * BigInt(whole + fraction) * centsPerUnit) / scale
}

/**
 * Cents with the currency's symbol as `locale` (BCP 47) writes them; currencies without cents are floored.
 * @example formatFiat(123_456n, 'usd', 'en') // '$1,234.56'
 */
export function formatFiat(cents: bigint, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn' })
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
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits
  return digits === 0 ? centsPerUnit : 1n
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
  const smallest = smallestShown(currency)
  const isWorthSomething = amount.value > 0n && /[1-9]/.test(price)
  return isWorthSomething && cents < smallest
    ? `<${formatFiat(smallest, currency, locale)}`
    : formatFiat(cents, currency, locale)
}
