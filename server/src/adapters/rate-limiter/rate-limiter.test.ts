import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Budget, RateLimiter } from '../../ports/rate-limiter.ts'
import { startRedis, type TestRedis } from '../../testing/redis.ts'
import { createRateLimiter } from './rate-limiter.ts'

const open: (() => unknown)[] = []
let server: TestRedis

beforeAll(async () => {
  server = await startRedis()
}, 30_000)
afterAll(() => server.stop())
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

let budgets = 0
const budget = (changes: Partial<Budget> = {}): Budget => {
  budgets += 1
  return {
    name: `b${budgets} ip`,
    points: 3,
    seconds: 60,
    isShared: true,
    whenUnavailable: 'local',
    ...changes,
  }
}

async function shared(): Promise<RateLimiter> {
  const limiter = createRateLimiter({ redisUrl: server.url })
  open.push(limiter.close)
  await vi.waitFor(limiter.check, { timeout: 10_000, interval: 10 })
  return limiter
}

const take = async (limiter: RateLimiter, of: Budget, subject = 's', points = 1) =>
  (await limiter.charge([{ budget: of, subject, points }])).is

const many = async (times: number, call: () => Promise<string>) => {
  const results: string[] = []
  for (let time = 0; time < times; time += 1) results.push(await call())
  return results
}

describe.each(['memory', 'Redis'])('rate limiter in %s', (store) => {
  const create = async () => (store === 'Redis' ? shared() : createRateLimiter({}))

  it('budget › allows its points, then returns the seconds until it is full again', async () => {
    const [limiter, three] = [await create(), budget()]
    expect(await many(3, () => take(limiter, three))).toEqual(['allowed', 'allowed', 'allowed'])
    for (let time = 0; time < 3; time += 1) {
      const result = await limiter.charge([{ budget: three, subject: 's', points: 1 }])
      expect(result).toMatchObject({ is: 'limited', budget: three.name })
      const seconds = result.is === 'limited' ? result.retryAfterSeconds : 0
      expect([Number.isInteger(seconds), seconds > 50, seconds <= 60]).toEqual([true, true, true])
    }
  })

  it('subjects and budgets › do not share points', async () => {
    const limiter = await create()
    const [one, other] = [budget({ points: 1 }), budget({ points: 1 })]
    expect(await many(2, () => take(limiter, one))).toEqual(['allowed', 'limited'])
    expect(await take(limiter, one, 'other')).toBe('allowed')
    expect(await take(limiter, other)).toBe('allowed')
  })

  it('cost › charged at once', async () => {
    const [limiter, five] = [await create(), budget({ points: 5 })]
    expect([await take(limiter, five, 's', 3), await take(limiter, five, 's', 3)]).toEqual([
      'allowed',
      'limited',
    ])
    expect(await take(limiter, five, 't', 5)).toBe('allowed')
  })

  it('fifty concurrent requests › never exceed the budget', async () => {
    const [limiter, ten] = [await create(), budget({ points: 10 })]
    const results = await Promise.all(Array.from({ length: 50 }, () => take(limiter, ten)))
    expect(results.filter((is) => is === 'allowed')).toHaveLength(10)
  })

  it('rejected charge › later charges are not made', async () => {
    const [limiter, ip, project] = [await create(), budget({ points: 1 }), budget({ points: 2 })]
    const charges = [ip, project].map((one) => ({ budget: one, subject: 's', points: 1 }))
    const results = await many(3, async () => (await limiter.charge(charges)).is)
    expect(results).toEqual(['allowed', 'limited', 'limited'])
    expect(await many(2, () => take(limiter, project))).toEqual(['allowed', 'limited'])
  })

  it('long and unusual subjects › counted like others', async () => {
    const [limiter, one] = [await create(), budget({ points: 1 })]
    for (const subject of ['', 'x'.repeat(1e6), 'a\r\nFLUSHALL\r\n', '__proto__', '\0'])
      expect(await many(2, () => take(limiter, one, subject))).toEqual(['allowed', 'limited'])
  })
})

describe('rate limiter over Redis', () => {
  it('replicas › share a budget, unless it is local', async () => {
    const replicas = await Promise.all([shared(), shared()])
    const [common, localBudget] = [budget({ points: 1 }), budget({ points: 1, isShared: false })]
    const results = (one: Budget) => Promise.all(replicas.map((replica) => take(replica, one)))
    expect((await results(common)).sort()).toEqual(['allowed', 'limited'])
    expect(await results(localBudget)).toEqual(['allowed', 'allowed'])
  })

  it('keys › expire, contain no subject in clear', async () => {
    const limiter = await shared()
    await take(limiter, budget(), 'user@site.example')
    const redis = new Redis(server.url)
    open.push(() => redis.disconnect())
    const keys = await redis.keys('drawbridge:limit:*')
    expect(keys.join()).not.toContain('site.example')
    for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(0)
  })

  it('Redis unavailable › limits locally or rejects, uses Redis when it is back', async () => {
    const limiter = await shared()
    const [local, guarded] = [budget({ points: 2 }), budget({ points: 2, whenUnavailable: 'refuse' })]
    await server.kill()
    expect(await many(3, () => take(limiter, local))).toEqual(['allowed', 'allowed', 'limited'])
    expect(await limiter.charge([{ budget: guarded, subject: 's', points: 1 }])).toEqual({
      is: 'unavailable',
      budget: guarded.name,
      retryAfterSeconds: 5,
    })
    await expect(limiter.check()).rejects.toThrow()
    await server.start()
    await vi.waitFor(limiter.check, { timeout: 10_000, interval: 20 })
    expect(await take(limiter, guarded)).toBe('allowed')
  })

  it('Redis never available › limits locally from the first request', async () => {
    const onStoreError = vi.fn()
    const limiter = createRateLimiter({ redisUrl: `${server.url}.none`, onStoreError })
    open.push(limiter.close)
    expect(await many(4, () => take(limiter, budget({ name: 'x ip' })))).toEqual([
      'allowed',
      'allowed',
      'allowed',
      'limited',
    ])
    expect(await take(limiter, budget({ whenUnavailable: 'refuse' }))).toBe('unavailable')
    await vi.waitFor(() => expect(onStoreError).toHaveBeenCalledWith('ENOENT'))
  })

  it('Redis hangs › limits locally or rejects', async () => {
    const limiter = await shared()
    server.pause()
    try {
      const three = budget()
      expect(await many(4, () => take(limiter, three))).toEqual(['allowed', 'allowed', 'allowed', 'limited'])
      expect(await take(limiter, budget({ whenUnavailable: 'refuse' }))).toBe('unavailable')
    } finally {
      server.resume()
    }
  })
})

describe('throttle slots', () => {
  it('two replicas at once › one reserves, the other waits; names do not share', async () => {
    const [one, other] = [await shared(), await shared()]
    const results = await Promise.all([one, other].map((limiter) => limiter.reserveSlot('1inch', 60_000)))
    const [taken, waits = 0] = results.toSorted((a, b) => a - b)
    expect(taken).toBe(0)
    expect([waits > 50_000, waits <= 60_000]).toEqual([true, true])
    expect(await one.reserveSlot('Etherscan', 60_000)).toBe(0)
  })

  it('interval over › the next slot is free', async () => {
    const limiter = await shared()
    expect(await limiter.reserveSlot('short', 1)).toBe(0)
    await vi.waitFor(async () => expect(await limiter.reserveSlot('short', 1)).toBe(0))
    expect([await limiter.reserveSlot('none', 0), await limiter.reserveSlot('none', 0)]).toEqual([0, 0])
  })

  it('no Redis, or unavailable › every slot is reserved', async () => {
    const local = createRateLimiter({})
    const unavailableLimiter = createRateLimiter({ redisUrl: '/nowhere/redis.sock' })
    open.push(local.close, unavailableLimiter.close)
    for (const limiter of [local, unavailableLimiter])
      expect(await many(2, async () => String(await limiter.reserveSlot('1inch', 60_000)))).toEqual([
        '0',
        '0',
      ])
  })
})
