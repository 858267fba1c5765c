/** From here on a date is no date: dApps write "for ever" as the largest number there is. */
const lastDate = 32_503_680_000n

/** A time in seconds since 1970 as day and time of the locale; `∞` for one that never comes. */
export function dateText(seconds: bigint, locale: string): string {
  if (seconds >= lastDate) return '∞'
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  })
  return format.format(new Date(Number(seconds) * 1_000))
}
