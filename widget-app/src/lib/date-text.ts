/** From here on a time counts as never: dApps write "for ever" as the largest number there is. */
const lastDate = 32_503_680_000n

/** Whether a time in seconds since 1970 counts as never. */
export const isNever = (seconds: bigint): boolean => seconds >= lastDate

/** Formats a time in seconds since 1970 as date and time of the locale; `∞` for never. */
export function dateText(seconds: bigint, locale: string): string {
  if (isNever(seconds)) return '∞'
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  })
  return format.format(new Date(Number(seconds) * 1_000))
}

/** Formats a time in epoch milliseconds of the next days as day, month and time of the locale. */
export const dayTimeText = (ms: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
    numberingSystem: 'latn',
  }).format(new Date(ms))
