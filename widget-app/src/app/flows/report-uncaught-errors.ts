import type { AnalyticsEvent, AnalyticsWindow } from '#widget/domain/analytics/analytics-events.ts'
import { internalErrorEvent } from '#widget/domain/analytics/error-message.ts'

/** Maximum number of tracked errors per document, so that a repeated error does not flood analytics. */
const faultLimit = 5

/** Tracks uncaught errors of the widget; errors of a view are tracked by its error boundary. */
export function reportUncaughtErrors(
  page: AnalyticsWindow,
  tell: (event: AnalyticsEvent) => void,
): () => void {
  let left = faultLimit
  const look = (cause: unknown) => {
    // An abort is no error; without a cause the browser reports it (a ResizeObserver loop).
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
