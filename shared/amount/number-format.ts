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

/** The same for money; `currency` is an ISO 4217 code. */
export const moneyFormat = (locale: string, currency: string): Intl.NumberFormat =>
  kept(
    `${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn' }),
  )
