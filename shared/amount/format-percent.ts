import { percentFormat } from './number-format.ts'

/**
 * A share as the locale writes it, with at most two digits after the point. `percent` is in percent: 1.5 is 1.5 %. For
 * what is read, not for what is calculated: shares of money are counted in whole basis points.
 * @example formatPercent(1.5, 'de') // '1,5 %'
 */
export const formatPercent = (percent: number, locale: string): string =>
  percentFormat(locale).format(percent / 100)

/** From one share to another, or the one that both are. In percent. */
export const formatPercentRange = (from: number, to: number, locale: string): string => {
  const [least, most] = [formatPercent(from, locale), formatPercent(to, locale)]
  return least === most ? least : `${least} – ${most}`
}
