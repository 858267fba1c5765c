import { expect, it } from 'vitest'
import { VendorError } from '../ports/vendor.ts'
import { createThrottle } from './throttle.ts'

/** A throttle with a clock that waiting advances. */
function createTestThrottle(maxWaitMs = 3_000) {
  let nowMs = 1_000
  const throttle = createThrottle({
    ...{ vendor: 'Stub', intervalMs: 1_000, maxWaitMs },
    clock: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
    },
  })
  const start = () => throttle(async () => nowMs)
  return {
    pace: throttle,
    start,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

const limited = (retryAfterMs?: number) => () =>
  Promise.reject(new VendorError('Stub', 'limited', 'too many requests', retryAfterMs))

it('throttle › requests one after another › start at most once per interval', async () => {
  const { start, pass } = createTestThrottle()
  expect([await start(), await start(), await start()]).toEqual([1_000, 2_000, 3_000])
  pass(10_000)
  expect(await start()).toBe(13_000)
})

it('throttle › more concurrent requests than the wait allows › rejects the rest', async () => {
  let started = 0
  const waits: number[] = []
  const throttle = createThrottle({
    ...{ vendor: 'Stub', intervalMs: 1_000, maxWaitMs: 2_000, clock: () => 0 },
    wait: async (ms) => void waits.push(ms),
  })
  const ends = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      throttle(async () => {
        started += 1
      }),
    ),
  )
  expect([started, waits]).toEqual([3, [1_000, 2_000]])
  expect(ends.slice(3)).toMatchObject([
    { status: 'rejected', reason: { reason: 'limited', retryAfterMs: 3_000 } },
    { status: 'rejected', reason: { reason: 'limited', retryAfterMs: 3_000 } },
  ])
})

it('throttle › vendor requests a pause › nothing starts before', async () => {
  const { pace: throttle, start } = createTestThrottle(10_000)
  await expect(throttle(limited(5_000))).rejects.toThrow(VendorError)
  expect(await start()).toBe(6_000)
})

it('throttle › pause longer than the wait › rejects with its time, then continues', async () => {
  const { pace: throttle, start, pass } = createTestThrottle()
  await expect(throttle(limited(60_000))).rejects.toThrow(VendorError)
  await expect(start()).rejects.toMatchObject({ reason: 'limited', retryAfterMs: 60_000 })
  pass(60_000)
  expect(await start()).toBe(61_000)
})

it('throttle › a request fails › keeps the interval', async () => {
  const { pace: throttle, start } = createTestThrottle()
  await expect(throttle(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await start()).toBe(2_000)
})

/** Two processes with one clock, whose slots are shared as in a store. */
function replicas(maxWaitMs: number) {
  let nowMs = 1_000
  let freeAtMs = 0
  const reserveSlot = async (_name: string, intervalMs: number) => {
    if (nowMs < freeAtMs) return freeAtMs - nowMs
    freeAtMs = nowMs + intervalMs
    return 0
  }
  const one = () =>
    createThrottle({
      ...{ vendor: 'Stub', intervalMs: 1_000, maxWaitMs, clock: () => nowMs, reserveSlot },
      wait: async (ms) => {
        nowMs += ms
      },
    })
  const throttles = [one(), one()] as const
  return { paces: throttles, start: (at: 0 | 1) => throttles[at](async () => nowMs) }
}

it('shared throttle › requests of replicas start at most once per interval', async () => {
  const { start } = replicas(3_000)
  expect([await start(0), await start(1), await start(1), await start(0)]).toEqual([
    1_000, 2_000, 3_000, 4_000,
  ])
})

it('shared throttle › slot beyond the maximum wait › rejects, starts nothing', async () => {
  const { paces: throttles, start } = replicas(999)
  await start(0)
  let started = 0
  const rejected = throttles[1](async () => {
    started += 1
  })
  await expect(rejected).rejects.toMatchObject({ reason: 'limited', retryAfterMs: 1_000 })
  expect(started).toBe(0)
})
