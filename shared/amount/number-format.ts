const formats = new Map<string, Intl.NumberFormat>()

const cachedFormat = (key: string, create: () => Intl.NumberFormat): Intl.NumberFormat => {
  const format = formats.get(key) ?? create()
  formats.set(key, format)
  return format
}

/**
 * Formats of whole numbers and of money, in digits 0–9. Cached, because creating a format takes longer than rendering a row
 * of a list. There is one per locale and currency.
 */
export const wholeFormat = (locale: string, useGrouping: boolean): Intl.NumberFormat =>
  cachedFormat(
    `${locale} ${useGrouping}`,
    () => new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping }),
  )

/** Format of shares, with at most two decimals. */
export const percentFormat = (locale: string): Intl.NumberFormat =>
  cachedFormat(
    `${locale} %`,
    () =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, numberingSystem: 'latn' }),
  )

/** Display currencies that are cryptocurrencies: in hundredths of them, most balances would be zero. */
const cryptoDigits = new Map([
  ['btc', 8],
  ['eth', 6],
])

/** Decimals of a display currency: two, except for cryptocurrencies. */
export const moneyDigits = (currency: string): number => cryptoDigits.get(currency.toLowerCase()) ?? 2

/** Format of money; `currency` is an ISO 4217 code, `btc` or `eth`. */
export const moneyFormat = (locale: string, currency: string): Intl.NumberFormat =>
  cachedFormat(`${locale} ${currency}`, () => {
    const minimumFractionDigits = cryptoDigits.get(currency.toLowerCase())
    return new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency, numberingSystem: 'latn' },
      ...(minimumFractionDigits === undefined ? {} : { minimumFractionDigits }),
    })
  })

/** Notations of a currency next to an amount: its code, its symbol in the locale and its symbol in English. */
export const moneyUnits = (currency: string, locale: string): readonly string[] => [
  currency,
  ...[locale, 'en'].flatMap((one) =>
    moneyFormat(one, currency)
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  ),
]
