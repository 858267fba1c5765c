import { isWidgetError } from '#shared/errors/widget-error.ts'
import { finite, openObject, parseWire } from '#shared/wire-schema.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { httpStatusOf } from '#widget/lib/http.ts'

/** Why a code was not sent. */
export type SendProblem =
  /** A limit of the server; `retryAtMs` in epoch milliseconds, if it stated a time. */
  | { readonly is: 'too-many'; readonly retryAtMs: number | undefined }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

const waitSchema = openObject({ retryAfterMs: finite(0) })

/** Converts an error of the call that sends a code. */
export function sendProblemOf(thrown: unknown, nowMs: number): SendProblem {
  if (httpStatusOf(thrown) !== 429) return { is: 'failed', details: errorDetails(thrown) }
  const wait = parseWire(waitSchema, isWidgetError(thrown) ? thrown.data : undefined)
  return { is: 'too-many', retryAtMs: wait.success ? nowMs + wait.data.retryAfterMs : undefined }
}

const minuteMs = 60_000
const minutesMax = 90

/** A wait in the unit to show it in, rounded up. */
export function waitUnits(waitMs: number): { readonly unit: 'minutes' | 'hours'; readonly count: number } {
  const minutes = Math.max(1, Math.ceil(waitMs / minuteMs))
  return minutes <= minutesMax
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.ceil(minutes / 60) }
}
