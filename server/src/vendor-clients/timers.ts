import type { Clock } from '../ports/clock.ts'

/** A clock, and one-shot timers whose return value cancels them. Tests advance both manually. */
export type Timers = {
  readonly now: Clock
  readonly after: (delayMs: number, run: () => void) => () => void
}

/** The system's time. */
export const systemTimers: Timers = {
  now: Date.now,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
