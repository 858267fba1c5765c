/** From here on a date is no date: dApps write "for ever" as the largest number there is. */
const lastDate = 32_503_680_000n

/** Whether a time in seconds since 1970 never comes. */
export const isNever = (seconds: bigint): boolean => seconds >= lastDate

/** A time in seconds since 1970 as day and time of the locale; `∞` for one that never comes. */
export function dateText(seconds: bigint, locale: string): string {
  if (isNever(seconds)) return '∞'
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  })
  return format.format(new Date(Number(seconds) * 1_000))
}
