import type { AnalyticsEvent, AnalyticsWindow } from '#widget/domain/analytics/analytics-events.ts'
import { internalErrorEvent } from '#widget/domain/analytics/error-message.ts'

/** Maximum number of tracked errors per document, so that a repeated error does not flood analytics. */
const errorLimit = 5

/** Tracks uncaught errors of the widget; errors of a view are tracked by its error boundary. */
export function reportUncaughtErrors(
  page: AnalyticsWindow,
  track: (event: AnalyticsEvent) => void,
): () => void {
  let remaining = errorLimit
  const report = (cause: unknown) => {
    // An abort is no error; without a cause the browser reports it (a ResizeObserver loop).
    const isError = cause instanceof Error && cause.name !== 'AbortError'
    if (!isError || remaining === 0) return
    remaining -= 1
    track(internalErrorEvent(cause, true))
  }
  const onError = (event: ErrorEvent) => report(event.error)
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason)
  page.addEventListener('error', onError)
  page.addEventListener('unhandledrejection', onRejection)
  return () => {
    page.removeEventListener('error', onError)
    page.removeEventListener('unhandledrejection', onRejection)
  }
}
