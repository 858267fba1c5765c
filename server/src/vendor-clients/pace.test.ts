import { expect, it } from 'vitest'
import { VendorError } from '../ports/vendor.ts'
import { createPace } from './pace.ts'

/** A clock that waiting moves. */
function paced(maxWaitMs = 3_000) {
  let nowMs = 1_000
  const pace = createPace({
    ...{ vendor: 'Stub', intervalMs: 1_000, maxWaitMs },
    clock: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
    },
  })
  const start = () => pace(async () => nowMs)
  return {
    pace,
    start,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

const limited = (retryAfterMs?: number) => () =>
  Promise.reject(new VendorError('Stub', 'limited', 'too many requests', retryAfterMs))

it('pace › requests one after another › start at most once per interval', async () => {
  const { start, pass } = paced()
  expect([await start(), await start(), await start()]).toEqual([1_000, 2_000, 3_000])
  pass(10_000)
  expect(await start()).toBe(13_000)
})

it('pace › more requests at once than fit into the wait › refuses the rest at once', async () => {
  let started = 0
  const waits: number[] = []
  const pace = createPace({
    ...{ vendor: 'Stub', intervalMs: 1_000, maxWaitMs: 2_000, clock: () => 0 },
    wait: async (ms) => void waits.push(ms),
  })
  const ends = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      pace(async () => {
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

it('pace › vendor says when › nothing starts before', async () => {
  const { pace, start } = paced(10_000)
  await expect(pace(limited(5_000))).rejects.toThrow(VendorError)
  expect(await start()).toBe(6_000)
})

it('pace › vendor asks for more than the wait › refuses with its time, then goes on', async () => {
  const { pace, start, pass } = paced()
  await expect(pace(limited(60_000))).rejects.toThrow(VendorError)
  await expect(start()).rejects.toMatchObject({ reason: 'limited', retryAfterMs: 60_000 })
  pass(60_000)
  expect(await start()).toBe(61_000)
})

it('pace › a request fails › keeps the interval', async () => {
  const { pace, start } = paced()
  await expect(pace(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await start()).toBe(2_000)
})
