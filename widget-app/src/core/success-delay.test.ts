import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '#shared/channel/testing/fake-clock.ts'
import { afterSuccessDelay, successDelayMs } from './success-delay.ts'

describe('afterTick', () => {
  it('behavior: the tick is seen for 0.7 s, then it goes on, once', () => {
    const clock = fakeClock()
    const leave = new AbortController()
    const goOn = vi.fn()
    afterSuccessDelay(clock, leave.signal, goOn)
    clock.advance(successDelayMs - 1)
    expect(goOn).not.toHaveBeenCalled()
    clock.advance(1)
    leave.abort()
    expect(goOn).toHaveBeenCalledTimes(1)
  })

  it('behavior: leaving during the tick goes on at once, and the end of its time changes nothing', () => {
    const clock = fakeClock()
    const leave = new AbortController()
    const goOn = vi.fn()
    afterSuccessDelay(clock, leave.signal, goOn)
    leave.abort()
    expect(goOn).toHaveBeenCalledTimes(1)
    clock.advance(successDelayMs)
    expect(goOn).toHaveBeenCalledTimes(1)
  })
})
