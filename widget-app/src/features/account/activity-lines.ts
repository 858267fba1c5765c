import type { AccountId } from '#shared/caip/account-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { activityAtom } from './activity.ts'
import type { ActivityLine } from './order-activity.ts'

/** The lines of a list, and where its groups begin. */
type ActivityLines = {
  readonly items: readonly ActivityLine[]
  readonly headings: readonly { readonly at: number; readonly label: string }[]
}

/** The day that a moment is on by the clock on the wall, in epoch milliseconds; the end is the next day's start. */
function dayOf(date: Date) {
  const midnight = (day: number) => new Date(date.getFullYear(), date.getMonth(), day).getTime()
  return { start: midnight(date.getDate()), end: midnight(date.getDate() + 1) }
}

/** Where each month begins in a list that is newest first, by the calendar of the locale and the clock on the wall. */
export function monthHeadings(items: readonly ActivityLine[], locale: string): ActivityLines['headings'] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const headings: { at: number; label: string }[] = []
  // Asking for the month of every line would take longer than all the rest.
  let day = { start: 0, end: 0 }
  for (const [at, item] of items.entries()) {
    if (item.at >= day.start && item.at < day.end) continue
    const date = new Date(item.at)
    day = dayOf(date)
    const label = format.format(date)
    if (headings.at(-1)?.label !== label) headings.push({ at, label })
  }
  return headings
}

/** The activity of an account as it is listed: what waits first, then month by month. */
export const activityLinesAtom = atomFamily((account: AccountId) =>
  atom((get): ActivityLines => {
    const { pending, settled } = get(activityAtom(account))
    const months = monthHeadings(settled, get(localeAtom))
    const label = get(translateAtom)('activity.pending')
    return {
      items: [...pending, ...settled],
      headings: [
        ...(pending.length > 0 ? [{ at: 0, label }] : []),
        ...months.map((month) => ({ ...month, at: month.at + pending.length })),
      ],
    }
  }),
)

/** Day and time of a line, whose year its heading says. */
export const lineTimeAtom = atom((get) => {
  const format = new Intl.DateTimeFormat(get(localeAtom), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  return (at: number): string => format.format(at)
})
