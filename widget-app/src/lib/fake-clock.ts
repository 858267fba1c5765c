import type { Clock } from '#shared/channel/clock.ts'

export type FakeClock = Clock & {
  /** Advances time by `ms`, running due timers in order and letting promises settle in between. */
  advance(ms: number): Promise<void>
  /** Timers that have not run. */
  readonly pending: number
}

/** Lets all pending promise callbacks run. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve()
}

/** A clock that tests advance. */
export function fakeClock(startAt = Date.UTC(2026, 0, 1)): FakeClock {
  let now = startAt
  let timers: { readonly at: number; readonly run: () => void }[] = []
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    advance: async (ms) => {
      const until = now + ms
      await settle()
      for (;;) {
        const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        now = Math.max(now, next.at)
        next.run()
        await settle()
      }
      now = until
      await settle()
    },
    get pending() {
      return timers.length
    },
  }
}
