import { percentFormat } from './number-format.ts'

/**
 * Formats a share in a locale, with at most two decimals. `percent` is in percent: 1.5 is 1.5 %. For display only:
 * calculations use whole basis points.
 * @example formatPercent(1.5, 'de') // '1,5 %'
 */
export const formatPercent = (percent: number, locale: string): string =>
  percentFormat(locale).format(percent / 100)

/** Formats a share in basis points: 150 is 1.5 %. */
export const formatBasisPoints = (basisPoints: bigint, locale: string): string =>
  formatPercent(Number(basisPoints) / 100, locale)

/**
 * Formats a range of shares in percent, the lower one first in the language's direction; one value if both ends look the
 * same.
 */
export function formatPercentRange(
  from: number,
  to: number,
  locale: string,
  direction: 'ltr' | 'rtl',
): string {
  const [lower, upper] = [formatPercent(from, locale), formatPercent(to, locale)]
  if (lower === upper) return lower
  // Shares have no letter, or a left-to-right mark (Arabic): without a mark, every isolate around a range is left-to-right.
  return direction === 'ltr' ? `${lower} – ${upper}` : `\u200f\u2068${lower}\u2069 – \u2068${upper}\u2069`
}
