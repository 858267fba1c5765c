import type { AnalyticsEvent } from './analytics-events.ts'
import { redactSecrets } from './redact-secrets.ts'

const stackMaxLength = 2_000

/** The message of an error. */
export const errorMessage = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)

/** An error of the widget's code as an event, redacted. `uncaught`: no code caught it. */
export function internalErrorEvent(cause: unknown, uncaught: boolean): AnalyticsEvent {
  const isError = cause instanceof Error
  return {
    event: 'INTERNAL_SDK_ERROR',
    properties: {
      errorType: isError ? cause.name : typeof cause,
      errorMessage: redactSecrets(errorMessage(cause)),
      stackTrace: redactSecrets((isError && cause.stack) || '', stackMaxLength),
      uncaught,
    },
  }
}
