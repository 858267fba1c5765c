import type { AccountId } from '#shared/caip/account-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { activityAtom } from './activity.ts'
import type { ActivityLine } from './order-activity.ts'

/** The lines of a list, and the index at which each group starts. */
type ActivityLines = {
  readonly items: readonly ActivityLine[]
  readonly headings: readonly { readonly at: number; readonly label: string }[]
}

/** The local day that contains `date`, in epoch milliseconds; `end` is the start of the next day. */
function dayOf(date: Date) {
  const midnight = (day: number) => new Date(date.getFullYear(), date.getMonth(), day).getTime()
  return { start: midnight(date.getDate()), end: midnight(date.getDate() + 1) }
}

/** Finds where each month starts in a list that is newest first, by the locale's calendar and local time. */
export function monthHeadings(items: readonly ActivityLine[], locale: string): ActivityLines['headings'] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const headings: { at: number; label: string }[] = []
  // Formatting a month per line would dominate the cost, so lines of the same day share one.
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

/** The activity of an account as listed: pending first, then by month. */
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

/** Formats day and time of a line. The heading has the year. */
export const lineTimeAtom = atom((get) => {
  const format = new Intl.DateTimeFormat(get(localeAtom), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  return (at: number): string => format.format(at)
})
