import type { Timers } from '../timers.ts'

/** Start of the manual time, epoch milliseconds. */
export const manualStartMs = Date.UTC(2026, 0, 1)

/** Time that advances only when a test advances it. */
export function createManualTimers() {
  let nowMs = manualStartMs
  const pending = new Set<{ readonly atMs: number; readonly run: () => void }>()
  const timers: Timers = {
    now: () => nowMs,
    after: (delayMs, run) => {
      const timer = { atMs: nowMs + delayMs, run }
      pending.add(timer)
      return () => pending.delete(timer)
    },
  }
  return {
    ...timers,
    /** Number of pending timers. */
    count: () => pending.size,
    advance: (byMs: number) => {
      nowMs += byMs
      const due = [...pending].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs)
      for (const timer of due) if (pending.delete(timer)) timer.run()
    },
  }
}
