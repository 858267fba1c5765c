import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import { VendorError } from '../ports/vendor.ts'

/** As `reserveSlot` of the rate limiter. */
export type ReserveSlot = (name: string, intervalMs: number) => Promise<number>

export type ThrottleOptions = {
  /** Name for users: `1inch`. */
  readonly vendor: string
  /** Between the starts of two requests. */
  readonly intervalMs: number
  /** A request that would wait longer is rejected at once. */
  readonly maxWaitMs: number
  readonly clock: Clock
  /** All replicas together have one slot per interval; returns 0 if reserved, else the milliseconds until the next try. */
  readonly reserveSlot?: ReserveSlot | undefined
  /** Default: the process's own timer. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/** Starts requests in order of arrival, at most one per interval. */
export type Throttle = <T>(request: () => Promise<T>) => Promise<T>

/**
 * Enforces the rate limit of a vendor's plan: within this process, and with `reserveSlot` for all replicas. After a `limited`
 * response nothing starts in this process for as long as the vendor requests, or for one more interval.
 */
export function createThrottle(options: ThrottleOptions): Throttle {
  const { vendor, intervalMs, maxWaitMs, clock, reserveSlot, wait = delay } = options
  let nextStartMs = 0
  const limitedError = (waitMs: number) => new VendorError(vendor, 'limited', 'too many requests', waitMs)

  /** Waits until this replica gets the slot. @throws VendorError when that takes longer than `leftMs` */
  async function waitForSlot(leftMs: number): Promise<void> {
    if (reserveSlot === undefined) return
    let leftToWaitMs = leftMs
    for (;;) {
      const untilSlotMs = await reserveSlot(vendor, intervalMs)
      if (untilSlotMs <= 0) return
      if (untilSlotMs > leftToWaitMs) throw limitedError(untilSlotMs)
      leftToWaitMs -= untilSlotMs
      await wait(untilSlotMs)
    }
  }

  return async (request) => {
    const nowMs = clock()
    const startMs = Math.max(nowMs, nextStartMs)
    const waitMs = startMs - nowMs
    if (waitMs > maxWaitMs) throw limitedError(waitMs)
    nextStartMs = startMs + intervalMs
    if (waitMs > 0) await wait(waitMs)
    await waitForSlot(maxWaitMs - waitMs)
    try {
      return await request()
    } catch (error) {
      if (error instanceof VendorError && error.reason === 'limited')
        nextStartMs = Math.max(nextStartMs, clock() + (error.retryAfterMs ?? intervalMs))
      throw error
    }
  }
}
