import { fetchRetryGapMs } from '#shared/config/limits.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'

/** Whether a refetch is possible; blocked for 30 s after a failure (SPEC §4). */
export type RefetchState =
  | { readonly is: 'possible' }
  | { readonly is: 'underWay' }
  | { readonly is: 'wait'; readonly seconds: number }

/** The state of the refresh button at `now` (epoch milliseconds). */
export function refetchState(loaded: QueryResult<unknown>, now: number): RefetchState {
  if (loaded.is === 'loading' || (loaded.is === 'ready' && loaded.isFetching)) return { is: 'underWay' }
  const retryAt = (loaded.is === 'failed' ? loaded.retryAt : loaded.failure?.retryAt) ?? 0
  // `now` lags by up to a second.
  const leftMs = Math.min(retryAt - now, fetchRetryGapMs)
  return leftMs > 0 ? { is: 'wait', seconds: Math.ceil(leftMs / 1_000) } : { is: 'possible' }
}

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Formats an age in the locale's narrow style.
 * @example ageText(12_000, 'en') // '12s ago'
 */
export function ageText(elapsedMs: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1_000))
  const [unit, length] = steps.find(([, one]) => seconds >= one) ?? ['second', 1]
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })
  return format.format(-Math.floor(seconds / length), unit)
}
