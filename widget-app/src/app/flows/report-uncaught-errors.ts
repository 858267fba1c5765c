import type { AnalyticsEvent, AnalyticsWindow } from '#widget/domain/analytics/analytics-events.ts'
import { internalErrorEvent } from '#widget/domain/analytics/error-message.ts'

/** One that happens again and again is told no more often, for the life of the page. */
const faultLimit = 5

/** Faults that nothing in the widget has caught; a view that fails is told by who shows it. */
export function reportUncaughtErrors(
  page: AnalyticsWindow,
  tell: (event: AnalyticsEvent) => void,
): () => void {
  let left = faultLimit
  const look = (cause: unknown) => {
    // Given up is no fault; without a cause it is the browser that talks (a loop of ResizeObserver).
    const isFault = cause instanceof Error && cause.name !== 'AbortError'
    if (!isFault || left === 0) return
    left -= 1
    tell(internalErrorEvent(cause, true))
  }
  const onError = (event: ErrorEvent) => look(event.error)
  const onRejection = (event: PromiseRejectionEvent) => look(event.reason)
  page.addEventListener('error', onError)
  page.addEventListener('unhandledrejection', onRejection)
  return () => {
    page.removeEventListener('error', onError)
    page.removeEventListener('unhandledrejection', onRejection)
  }
}
