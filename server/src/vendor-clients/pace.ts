import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import { VendorError } from '../ports/vendor.ts'

export type PaceOptions = {
  /** As users know it: `1inch`. */
  readonly vendor: string
  /** Between the starts of two requests. */
  readonly intervalMs: number
  /** A request that would wait longer is refused at once. */
  readonly maxWaitMs: number
  readonly clock: Clock
  /** Default: the process's own timer. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/** Starts requests one after another, at most one per interval, in the order in which they came. */
export type Pace = <T>(request: () => Promise<T>) => Promise<T>

/**
 * Keeps the rate limit of a vendor's plan within this process. After a `limited` answer nothing starts for as long as the vendor
 * says, or for one more interval.
 */
export function createPace({ vendor, intervalMs, maxWaitMs, clock, wait = delay }: PaceOptions): Pace {
  let nextStartMs = 0

  return async (request) => {
    const nowMs = clock()
    const startMs = Math.max(nowMs, nextStartMs)
    const waitMs = startMs - nowMs
    if (waitMs > maxWaitMs) throw new VendorError(vendor, 'limited', 'too many requests', waitMs)
    nextStartMs = startMs + intervalMs
    if (waitMs > 0) await wait(waitMs)
    try {
      return await request()
    } catch (error) {
      if (error instanceof VendorError && error.reason === 'limited')
        nextStartMs = Math.max(nextStartMs, clock() + (error.retryAfterMs ?? intervalMs))
      throw error
    }
  }
}
