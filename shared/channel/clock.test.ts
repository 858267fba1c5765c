import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'

describe('systemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 5_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('timer › due › runs once; the time is that of the system', () => {
    const run = vi.fn()
    systemClock.after(100, run)
    vi.advanceTimersByTime(99)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(1)
    expect(systemClock.now()).toBe(6_099)
  })

  it('timer › cancelled › never runs', () => {
    const run = vi.fn()
    systemClock.after(100, run)()
    vi.advanceTimersByTime(1_000)
    expect(run).not.toHaveBeenCalled()
  })
})
