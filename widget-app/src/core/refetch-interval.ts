import { isWidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'

const pauseSchema = z.object({ retryAfterMs: z.number() })

/** Time between two fetches, in ms: `lifetimeMs`, or longer if the service's Retry-After requests it in `error`. */
export function refetchIntervalMs(lifetimeMs: number, error: Error | undefined): number {
  const parsed = isWidgetError(error, 'http/status') ? z.safeParse(pauseSchema, error.data) : undefined
  return Math.max(lifetimeMs, parsed?.success ? parsed.data.retryAfterMs : 0)
}
