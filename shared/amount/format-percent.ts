import { percentFormat } from './number-format.ts'

/**
 * Formats a share in a locale, with at most two decimals. `percent` is in percent: 1.5 is 1.5 %. For display only:
 * calculations use whole basis points.
 * @example formatPercent(1.5, 'de') // '1,5 %'
 */
export const formatPercent = (percent: number, locale: string): string =>
  percentFormat(locale).format(percent / 100)

/** Formats a range of shares in percent; one value if both ends look the same. */
export const formatPercentRange = (from: number, to: number, locale: string): string => {
  const [lower, upper] = [formatPercent(from, locale), formatPercent(to, locale)]
  return lower === upper ? lower : `${lower} – ${upper}`
}
