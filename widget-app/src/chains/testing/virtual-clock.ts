import type { AdapterPorts } from '../adapter-ports.ts'

export type VirtualClock = AdapterPorts['clock'] & {
  /** Every wait asked for so far, in milliseconds. */
  readonly waits: readonly number[]
}

type Timer = { readonly at: number; readonly run: () => void }

/**
 * A clock that jumps: as soon as nothing else is left to do, the earliest timer runs and `now` moves there. Only for
 * worlds that answer at once, since it cannot see a pending network call.
 */
export function virtualClock(start = 0): VirtualClock {
  const waits: number[] = []
  const timers = new Set<Timer>()
  let now = start
  const runEarliest = () => {
    const [first] = [...timers].sort((a, b) => a.at - b.at)
    if (first === undefined) return
    timers.delete(first)
    now = first.at
    first.run()
  }
  return {
    waits,
    now: () => now,
    after: (ms, run) => {
      const timer: Timer = { at: now + ms, run }
      waits.push(ms)
      timers.add(timer)
      // Two turns of the event loop: all promises that could settle have settled by then.
      setImmediate(() => setImmediate(runEarliest))
      return () => timers.delete(timer)
    },
  }
}
