import type { AdapterPorts } from '../adapter-ports.ts'

export type VirtualClock = AdapterPorts['clock'] & {
  /** All requested waits so far, in milliseconds. */
  readonly waits: readonly number[]
}

type Timer = { readonly at: number; readonly run: () => void }

/**
 * A clock that jumps: as soon as nothing else is pending, the earliest timer runs and `now` moves to it. Only for test
 * environments that respond synchronously, because it cannot detect a pending network call.
 */
export function virtualClock(start = 0): VirtualClock {
  const waits: number[] = []
  const timers = new Set<Timer>()
  let now = start
  const runEarliest = () => {
    const [earliest] = [...timers].sort((a, b) => a.at - b.at)
    if (earliest === undefined) return
    timers.delete(earliest)
    now = earliest.at
    earliest.run()
  }
  return {
    waits,
    now: () => now,
    after: (ms, run) => {
      const timer: Timer = { at: now + ms, run }
      waits.push(ms)
      timers.add(timer)
      // Two iterations of the event loop: all promises that can settle have settled by then.
      setImmediate(() => setImmediate(runEarliest))
      return () => timers.delete(timer)
    },
  }
}
