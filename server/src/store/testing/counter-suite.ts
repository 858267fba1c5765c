import { expect, test } from 'vitest'
import type { OneTimeCode } from '../../ports/stores/one-time-codes.ts'
import type { VaultTicket } from '../../ports/stores/vault-tickets.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testOneTimeCode = (change: Partial<OneTimeCode> = {}): OneTimeCode => ({
  ...{ idHash: 'c1', keyThumbprint: 'k1', purpose: 'login', email: 'ada@example.org' },
  ...{ codeHash: 'a.h1', expiresAtMs: 1_000 },
  ...change,
})

export const testVaultTicket = (change: Partial<VaultTicket> = {}): VaultTicket => ({
  ...{ tokenHash: 't1', userId: 'u1', site: 'https://shop.example', expiresAtMs: 1_000 },
  ...{ absoluteExpiresAtMs: 5_000, issuerId: undefined },
  ...{ keyThumbprint: undefined, steppedUpAtMs: 7 },
  ...change,
})

/** Counters, claims, one-time codes and tickets. */
export function counterSuite(world: StoreWorld): void {
  const counters = () => world.stores().counters
  const codes = () => world.stores().oneTimeCodes

  test('counter › counts up to its limit, starts again after its window', async () => {
    const count = (nowMs: number) => counters().count('a', 2, 1_000, nowMs)
    expect(await count(0)).toEqual({ is: 'counted' })
    expect(await count(10)).toEqual({ is: 'counted' })
    expect(await count(20)).toEqual({ is: 'exhausted', untilMs: 1_000 })
    expect(await count(999)).toEqual({ is: 'exhausted', untilMs: 1_000 })
    expect(await count(1_000)).toEqual({ is: 'counted' })
    expect(await counters().count('b', 2, 1_000, 20)).toEqual({ is: 'counted' })
  })

  const guess = (nowMs: number, limit = 2) => counters().countGuess('a', limit, 1_000, nowMs)
  async function countedGuess(nowMs: number, limit = 2) {
    const counted = await guess(nowMs, limit)
    if (counted.is === 'exhausted') throw new Error('exhausted')
    return counted.guess
  }

  test('guesses › over the end of a window › no period of its length has more than the limit', async () => {
    expect(await guess(0)).toMatchObject({ is: 'counted' })
    expect(await guess(990)).toMatchObject({ is: 'counted' })
    expect(await guess(999)).toEqual({ is: 'exhausted', untilMs: 1_000 })
    expect(await guess(1_000)).toMatchObject({ is: 'counted' })
    expect(await guess(1_001)).toEqual({ is: 'exhausted', untilMs: 1_990 })
    expect(await guess(1_989)).toEqual({ is: 'exhausted', untilMs: 1_990 })
    expect(await guess(1_990)).toMatchObject({ is: 'counted' })
    expect(await guess(1_991)).toEqual({ is: 'exhausted', untilMs: 2_000 })
  })

  test('guesses › at any times › never more than the limit in a window, refused only then', async () => {
    const counted: number[] = []
    for (let nowMs = 0, step = 7; nowMs < 6_000; step = (step * 31 + 17) % 257, nowMs += step) {
      const inWindow = counted.filter((at) => at > nowMs - 1_000).length
      const { is } = await guess(nowMs, 5)
      expect([nowMs, is]).toEqual([nowMs, inWindow < 5 ? 'counted' : 'exhausted'])
      if (is === 'counted') counted.push(nowMs)
    }
    expect(counted.length).toBeGreaterThan(20)
  })

  test('guesses › fewer per window than the limit › never exhausted', async () => {
    for (let nowMs = 0; nowMs < 30_000; nowMs += 900)
      expect(await guess(nowMs, 2)).toMatchObject({ is: 'counted' })
  })

  test('wrong guesses between right ones › each ends by itself', async () => {
    const rightGuess = async (nowMs: number) => counters().refundGuess(await countedGuess(nowMs))
    await rightGuess(0)
    await guess(100)
    await rightGuess(900)
    await rightGuess(1_099)
    // The one wrong guess is over.
    await guess(1_100)
    await rightGuess(1_200)
    await guess(1_300)
    expect(await guess(1_400)).toEqual({ is: 'exhausted', untilMs: 2_100 })
  })

  test('right guess › another counted before it is taken back › the other one stays', async () => {
    const first = await countedGuess(0)
    await guess(500)
    for (let n = 0; n < 3; n++) await counters().refundGuess(first)
    await guess(600)
    expect(await guess(700)).toEqual({ is: 'exhausted', untilMs: 1_500 })
  })

  test('right guess › taken back after its end › the next guess in its place stays', async () => {
    const first = await countedGuess(0, 1)
    await guess(1_000, 1)
    await counters().refundGuess(first)
    expect(await guess(1_001, 1)).toEqual({ is: 'exhausted', untilMs: 2_000 })
  })

  test('200 right guesses at once › none remains counted', async () => {
    const results = await race(world, 200, async ({ counters: own }) => {
      const counted = await own.countGuess('a', 200, 1_000, 0)
      if (counted.is === 'counted') await own.refundGuess(counted.guess)
      return counted.is
    })
    expect(results.filter((is) => is === 'counted')).toHaveLength(200)
    expect(await counters().countGuess('a', 1, 1_000, 1)).toMatchObject({ is: 'counted' })
  })

  test('guesses › 200 at once › as many as the limit', async () => {
    const results = await race(world, 200, (stores) => stores.counters.countGuess('a', 15, 1_000, 0))
    expect(results.filter(({ is }) => is === 'counted')).toHaveLength(15)
  })

  test('guesses › one free slot, 20 at once, 20 times › one each time', async () => {
    for (let nowMs = 0; nowMs < 20_000; nowMs += 1_000) {
      const results = await race(world, 20, (stores) => stores.counters.countGuess('a', 1, 1_000, nowMs))
      expect(results.filter(({ is }) => is === 'counted')).toHaveLength(1)
    }
  })

  test('counter › refunded › can be counted again, never below zero', async () => {
    await counters().count('a', 1, 1_000, 0)
    await counters().refund('a')
    await counters().refund('a')
    expect(await counters().count('a', 1, 1_000, 1)).toEqual({ is: 'counted' })
    expect(await counters().count('a', 1, 1_000, 2)).toMatchObject({ is: 'exhausted' })
  })

  test('counter › 200 counts at once › as many as its limit', async () => {
    const results = await race(world, 200, (stores) => stores.counters.count('a', 15, 1_000, 0))
    expect(results.filter(({ is }) => is === 'counted')).toHaveLength(15)
  })

  test('claim › by 200 callers at once › one gets it', async () => {
    const results = await race(world, 200, (stores) => stores.counters.claim('a', 1_000))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await counters().claim('b', 1_000)).toBe(true)
  })

  test('one-time code › attempts up to the limit › then exhausted', async () => {
    await codes().add(testOneTimeCode())
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await codes().attempt(testOneTimeCode(), 3, 999)).toEqual({
        is: 'open',
        code: testOneTimeCode(),
      })
    expect(await codes().attempt(testOneTimeCode(), 3, 999)).toEqual({ is: 'exhausted' })
  })

  test.each([
    ['another key', { keyThumbprint: 'k2' }, 0],
    ['another purpose', { purpose: 'u1' }, 0],
    ['unknown', { idHash: 'c2' }, 0],
    ['expired', {}, 1_000],
  ])('one-time code › %s › absent, no attempt counted', async (_, change, nowMs) => {
    await codes().add(testOneTimeCode())
    expect(await codes().attempt(testOneTimeCode(change), 1, nowMs)).toEqual({ is: 'absent' })
    expect(await codes().attempt(testOneTimeCode(), 1, 0)).toMatchObject({ is: 'open' })
  })

  test('one-time code › 200 attempts at once › 5 are open', async () => {
    await codes().add(testOneTimeCode())
    const results = await race(world, 200, ({ oneTimeCodes }) =>
      oneTimeCodes.attempt(testOneTimeCode(), 5, 0),
    )
    expect(results.filter(({ is }) => is === 'open')).toHaveLength(5)
  })

  test('one-time code › consumed by 50 callers at once › by one', async () => {
    await codes().add(testOneTimeCode())
    const results = await race(world, 50, ({ oneTimeCodes }) => oneTimeCodes.consume('c1'))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await codes().attempt(testOneTimeCode(), 5, 0)).toEqual({ is: 'absent' })
  })

  test('one-time code › delivery › known to its key until it expires', async () => {
    await codes().add(testOneTimeCode())
    expect(await codes().delivery(testOneTimeCode(), 999)).toBe('sending')
    await codes().setDelivery('c1', 'accepted')
    expect(await codes().delivery(testOneTimeCode(), 999)).toBe('accepted')
    expect(await codes().delivery(testOneTimeCode({ keyThumbprint: 'k2' }), 0)).toBeUndefined()
    expect(await codes().delivery(testOneTimeCode(), 1_000)).toBeUndefined()
  })

  test('vault ticket › consumed by 50 callers at once › by one; expired: by none', async () => {
    const { vaultTickets } = world.stores()
    await vaultTickets.add(testVaultTicket())
    await vaultTickets.add(testVaultTicket({ tokenHash: 't2' }))
    const results = await race(world, 50, (stores) => stores.vaultTickets.consume('t1', 999))
    expect(results.filter((ticket) => ticket !== undefined)).toEqual([testVaultTicket()])
    expect(await vaultTickets.consume('t2', 1_000)).toBeUndefined()
  })
}
