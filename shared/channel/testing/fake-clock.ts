import type { Clock } from '../clock.ts'

/** A clock that tests set. */
export type FakeClock = Clock & {
  /** Runs every timer that is due within the next `ms`, in order. */
  advance(ms: number): void
  /** Sets the wall clock without running timers, as the user or NTP does. */
  set(now: number): void
  /** The number of pending timers. */
  pending(): number
}

export function fakeClock(start = 1_000_000): FakeClock {
  let now = start
  let ids = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const nextDue = (until: number) =>
    [...timers].filter(([, timer]) => timer.at <= until).sort(([, a], [, b]) => a.at - b.at)[0]
  return {
    now: () => now,
    after: (ms, run) => {
      ids += 1
      const id = ids
      timers.set(id, { at: now + ms, run })
      return () => {
        timers.delete(id)
      }
    },
    advance: (ms) => {
      const until = now + ms
      for (let due = nextDue(until); due; due = nextDue(until)) {
        const [id, timer] = due
        timers.delete(id)
        now = Math.max(now, timer.at)
        timer.run()
      }
      now = until
    },
    set: (to) => {
      now = to
    },
    pending: () => timers.size,
  }
}
