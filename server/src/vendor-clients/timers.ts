import type { Clock } from '../ports/clock.ts'

/** Time: a clock, and one-shot timers whose return value cancels them. Tests advance both by hand. */
export type Timers = {
  readonly now: Clock
  readonly after: (delayMs: number, run: () => void) => () => void
}

/** The process's own time. */
export const systemTimers: Timers = {
  now: Date.now,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
