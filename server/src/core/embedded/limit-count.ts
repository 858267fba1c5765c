import type { Clock } from '../../ports/clock.ts'
import type { CounterStore } from '../../ports/stores/counters.ts'
import { HttpError } from '../http-error.ts'

/** @param waitMs time until the next request counts, at least a second in the response. */
export const tooManyRequests = (message: string, waitMs: number) =>
  new HttpError(429, message, Math.max(1, Math.ceil(waitMs / 1_000)))

/**
 * Counts requests up to a limit per time window.
 * @returns a function: `(name, limit, windowMs, message)` throws HttpError 429 with the time until the counter starts again.
 */
export const createLimitCount =
  (count: CounterStore['count'], clock: Clock) =>
  async (name: string, limit: number, windowMs: number, message = 'Too many requests'): Promise<void> => {
    const now = clock()
    const result = await count(name, limit, windowMs, now)
    if (result.is === 'exhausted') throw tooManyRequests(message, result.untilMs - now)
  }

export type LimitCount = ReturnType<typeof createLimitCount>
