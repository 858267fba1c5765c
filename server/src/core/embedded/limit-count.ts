import type { Clock } from '../../ports/clock.ts'
import type { CounterStore } from '../../ports/stores/counters.ts'
import { HttpError } from '../http-error.ts'

/**
 * Counts up to a limit per time window.
 * @param count of the store: `count` for requests, `countGuess` for guesses at a secret.
 * @returns a function: `(name, limit, windowMs, message)` throws HttpError 429 with the time until the counter starts again.
 */
export const createLimitCount =
  (count: CounterStore['count'], clock: Clock) =>
  async (name: string, limit: number, windowMs: number, message = 'Too many requests'): Promise<void> => {
    const now = clock()
    const result = await count(name, limit, windowMs, now)
    if (result.is === 'exhausted')
      throw new HttpError(429, message, Math.max(1, Math.ceil((result.untilMs - now) / 1_000)))
  }

export type LimitCount = ReturnType<typeof createLimitCount>
