const formats = new Map<string, Intl.NumberFormat>()

const kept = (key: string, make: () => Intl.NumberFormat): Intl.NumberFormat => {
  const format = formats.get(key) ?? make()
  formats.set(key, format)
  return format
}

/**
 * Formats of whole numbers and of money, in digits 0–9. Kept, because making one takes longer than drawing a row of a
 * list; there are as many as a person has locales and currencies.
 */
export const wholeFormat = (locale: string, useGrouping: boolean): Intl.NumberFormat =>
  kept(
    `${locale} ${useGrouping}`,
    () => new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping }),
  )

/** Format of shares, with at most two digits after the point. */
export const percentFormat = (locale: string): Intl.NumberFormat =>
  kept(
    `${locale} %`,
    () =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, numberingSystem: 'latn' }),
  )

/** Coins that can be counted in: in cents of them most people would own nothing. */
const coinDigits = new Map([
  ['btc', 8],
  ['eth', 6],
])

/** With how many digits after the mark a currency is counted here: two, as cents are, but for coins. */
export const moneyDigits = (currency: string): number => coinDigits.get(currency.toLowerCase()) ?? 2

/** The same for money; `currency` is an ISO 4217 code, `btc` or `eth`. */
export const moneyFormat = (locale: string, currency: string): Intl.NumberFormat =>
  kept(`${locale} ${currency}`, () => {
    const minimumFractionDigits = coinDigits.get(currency.toLowerCase())
    return new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency, numberingSystem: 'latn' },
      ...(minimumFractionDigits === undefined ? {} : { minimumFractionDigits }),
    })
  })

/** How people write a currency around an amount: its code, its sign in their language, and that in English. */
export const moneyUnits = (currency: string, locale: string): readonly string[] => [
  currency,
  ...[locale, 'en'].flatMap((one) =>
    moneyFormat(one, currency)
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  ),
]
