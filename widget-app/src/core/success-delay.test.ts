import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '#shared/channel/testing/fake-clock.ts'
import { afterSuccessDelay, successDelayMs } from './success-delay.ts'

describe('afterSuccessDelay', () => {
  it('0.7 s passed › continues once', () => {
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

  it('aborted during the delay › continues at once, and the timer changes nothing', () => {
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
