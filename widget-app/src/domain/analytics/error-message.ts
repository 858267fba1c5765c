import type { Happened } from './analytics-events.ts'
import { tellable } from './redact-secrets.ts'

const stackMaxLength = 2_000

/** What an error says. */
export const errorMessage = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)

/** A fault of the widget's own code as an event, without addresses and keys. `uncaught`: nothing has caught it. */
export function internalError(cause: unknown, uncaught: boolean): Happened {
  const isError = cause instanceof Error
  return {
    event: 'INTERNAL_SDK_ERROR',
    properties: {
      errorType: isError ? cause.name : typeof cause,
      errorMessage: tellable(errorMessage(cause)),
      stackTrace: tellable((isError && cause.stack) || '', stackMaxLength),
      uncaught,
    },
  }
}
