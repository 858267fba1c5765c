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

const secondMs = 1_000
const minuteMs = 60_000
const minutesMax = 90

type Wait = { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number }

/** A wait in the unit to show it in, rounded up; 0 seconds if it is over. */
export function waitUnits(waitMs: number): Wait {
  if (waitMs < minuteMs) return { unit: 'seconds', count: Math.max(0, Math.ceil(waitMs / secondMs)) }
  const minutes = Math.ceil(waitMs / minuteMs)
  return minutes <= minutesMax
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.ceil(minutes / 60) }
}
