import { expect, test } from 'vitest'
import type { FarcasterAnswer } from '../../ports/farcaster.ts'
import type { FarcasterAttempt } from '../../ports/stores/farcaster-attempts.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testFarcasterAttempt = (change: Partial<FarcasterAttempt> = {}): FarcasterAttempt => ({
  ...{ idHash: 'f1', keyThumbprint: 'k1', purpose: 'login', site: 'https://shop.example' },
  ...{ nonce: 'n1', channelToken: 'c1', expiresAtMs: 1_000 },
  ...change,
})

export const testFarcasterAnswer = (change: Partial<FarcasterAnswer> = {}): FarcasterAnswer => ({
  ...{ message: 'é\n', signature: '0x1', fid: 7, username: 'ada' },
  ...change,
})

/** Attempts to sign in with Farcaster. */
export function farcasterAttemptSuite(world: StoreWorld): void {
  const attempts = () => world.stores().farcasterAttempts

  test('Farcaster attempt › answer › found from then on, with the attempt', async () => {
    await attempts().add(testFarcasterAttempt())
    const attempt = testFarcasterAttempt()
    expect(await attempts().find(attempt, 999)).toEqual({ attempt, answer: undefined })
    for (const answer of [testFarcasterAnswer({ username: undefined }), testFarcasterAnswer()]) {
      await attempts().recordAnswer('f1', answer)
      expect(await attempts().find(attempt, 999)).toEqual({ attempt, answer })
    }
  })

  test.each([
    ['another key', { keyThumbprint: 'k2' }, 0],
    ['another purpose', { purpose: 'link u1' }, 0],
    ['unknown', { idHash: 'f2' }, 0],
    ['expired', {}, 1_000],
  ])('Farcaster attempt › %s › absent', async (_, change, nowMs) => {
    await attempts().add(testFarcasterAttempt())
    expect(await attempts().find(testFarcasterAttempt(change), nowMs)).toBeUndefined()
  })

  test('Farcaster attempt › read by 50 callers at once › by one, and next at its time', async () => {
    await attempts().add(testFarcasterAttempt())
    const results = await race(world, 50, (stores) => stores.farcasterAttempts.reserveRead('f1', 500, 0))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await attempts().reserveRead('f1', 800, 499)).toBe(false)
    expect(await attempts().reserveRead('f1', 800, 500)).toBe(true)
    await attempts().recordRead('f1', 600)
    expect(await attempts().reserveRead('f1', 800, 599)).toBe(false)
    expect(await attempts().reserveRead('f1', 800, 600)).toBe(true)
  })

  test('Farcaster attempt › answered › its channel is not read again', async () => {
    await attempts().add(testFarcasterAttempt())
    await attempts().recordAnswer('f1', testFarcasterAnswer())
    expect(await attempts().reserveRead('f1', 800, 700)).toBe(false)
  })

  test('Farcaster attempt › consumed by 50 callers at once › by one', async () => {
    await attempts().add(testFarcasterAttempt())
    const results = await race(world, 50, (stores) => stores.farcasterAttempts.consume('f1'))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await attempts().find(testFarcasterAttempt(), 0)).toBeUndefined()
  })
}
