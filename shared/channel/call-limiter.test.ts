import { describe, expect, it } from 'vitest'
import { createCallLimiter } from './call-limiter.ts'
import type { Risk } from './method.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { tokenBucket } from './token-bucket.ts'

/** Enters and leaves at once; counts the admitted calls out of `tries`. */
const admitted = (limiter: ReturnType<typeof createCallLimiter>, risk: Risk, tries: number) => {
  let inside = 0
  for (let n = 0; n < tries; n += 1) {
    try {
      limiter.enter(risk)()
      inside += 1
    } catch (error) {
      expect(error).toMatchObject({ code: -32005, data: { reason: 'rate-limited' } })
    }
  }
  return inside
}

describe('admission', () => {
  it.each<[Risk, number, number]>([
    ['read', 12_000, 6_000],
    ['view', 12_000, 6_000],
    ['prompt', 200, 60],
  ])('%s calls › burst of %i, then %i a second › admitted', (risk, burst, rate) => {
    const clock = fakeClock()
    const limiter = createCallLimiter(clock, () => {})
    expect(admitted(limiter, risk, burst + 50)).toBe(burst)
    clock.advance(1_000)
    expect(admitted(limiter, risk, rate + 50)).toBe(rate)
    clock.advance(500)
    expect(admitted(limiter, risk, rate)).toBe(rate / 2)
    clock.advance(3_600_000)
    expect(admitted(limiter, risk, burst + 50)).toBe(burst)
  })

  it.each<[Risk, number]>([
    ['read', 1_024],
    ['prompt', 8],
  ])('%i %s calls unanswered › one answered › frees one slot, once', (risk, limit) => {
    const limiter = createCallLimiter(fakeClock(), () => {})
    const leave = Array.from({ length: limit }, () => limiter.enter(risk))
    expect(() => limiter.enter(risk)).toThrow('Too many requests')
    leave[0]?.()
    leave[0]?.()
    limiter.enter(risk)
    expect(() => limiter.enter(risk)).toThrow('Too many requests')
  })

  it('reads and prompts › one kind at its limit › the other is admitted', () => {
    const limiter = createCallLimiter(fakeClock(), () => {})
    for (let n = 0; n < 8; n += 1) limiter.enter('prompt')
    expect(() => limiter.enter('read')).not.toThrow()
  })

  it('rejections › a thousand within a second › flood; a slow trickle is not', () => {
    const clock = fakeClock()
    let floods = 0
    const limiter = createCallLimiter(clock, () => {
      floods += 1
    })
    for (let n = 0; n < 999; n += 1) limiter.recordRejection()
    clock.advance(1_000)
    for (let n = 0; n < 999; n += 1) limiter.recordRejection()
    expect(floods).toBe(0)
    limiter.recordRejection()
    expect(floods).toBe(1)
    limiter.recordRejection()
    clock.set(clock.now() - 3_600_000)
    for (let n = 0; n < 999; n += 1) limiter.recordRejection()
    expect(floods).toBe(1)
  })
})

describe('tokenBucket', () => {
  it('wall clock › set back › no tokens lost', () => {
    const clock = fakeClock()
    const bucket = tokenBucket(10, 10, clock)
    clock.set(clock.now() - 3_600_000)
    expect(Array.from({ length: 10 }, () => bucket.take())).not.toContain(false)
    expect(bucket.take()).toBe(false)
    clock.advance(100)
    expect(bucket.take()).toBe(true)
  })
})
