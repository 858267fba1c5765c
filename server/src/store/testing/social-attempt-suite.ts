import { expect, test } from 'vitest'
import type { SocialAttempt } from '../../ports/stores/social-attempts.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testSocialAttempt = (change: Partial<SocialAttempt> = {}): SocialAttempt => ({
  ...{ idHash: 'i1', startHash: 's1', provider: 'google', keyThumbprint: 'k1' },
  ...{ site: 'https://shop.example', userId: undefined, number: '42', state: 'created' },
  ...{ browserHash: undefined, stateHash: undefined, sealed: undefined },
  ...{ account: undefined, failure: undefined, expiresAtMs: 1_000 },
  ...change,
})

/** Logins with accounts of other services. */
export function socialAttemptSuite(world: StoreWorld): void {
  const attempts = () => world.stores().socialAttempts
  const started = { state: 'started', browserHash: 'b1', stateHash: 'o1', sealed: 'x' } as const

  test('social attempt › found by each secret, until it expires', async () => {
    await attempts().add(testSocialAttempt({ userId: 'u1' }))
    await attempts().change({ startHash: 's1', state: 'created' }, started, 0)
    const expected = testSocialAttempt({ userId: 'u1', ...started })
    for (const key of [{ idHash: 'i1' }, { startHash: 's1' }, { stateHash: 'o1' }]) {
      expect(await attempts().find(key, 999)).toEqual(expected)
      expect(await attempts().find(key, 1_000)).toBeUndefined()
    }
  })

  test('social attempt › same start secret › not added', async () => {
    expect(await attempts().add(testSocialAttempt())).toBe(true)
    expect(await attempts().add(testSocialAttempt({ idHash: 'i2', keyThumbprint: 'k2' }))).toBe(false)
    expect(await attempts().find({ idHash: 'i2' }, 0)).toBeUndefined()
  })

  test.each([
    ['another key', { keyThumbprint: 'k2' }],
    ['another provider', { provider: 'x' as const }],
    ['another browser', { browserHash: 'b2' }],
  ])('social attempt › %s › neither found nor changed', async (_, other) => {
    await attempts().add(testSocialAttempt())
    await attempts().change({ startHash: 's1', state: 'created' }, started, 0)
    const key = { stateHash: 'o1', ...other }
    expect(await attempts().find(key, 0)).toBeUndefined()
    expect(await attempts().change({ ...key, state: 'started' }, { state: 'returned' }, 0)).toBeUndefined()
    expect(await attempts().find({ idHash: 'i1', state: 'started' }, 0)).toBeDefined()
  })

  test('social attempt › changed by 50 callers at once › by one; expired: by none', async () => {
    await attempts().add(testSocialAttempt())
    const account = { subject: '117', name: 'Ada' }
    const change = { state: 'identified', account } as const
    const results = await race(world, 50, ({ socialAttempts }) =>
      socialAttempts.change({ idHash: 'i1', state: 'created' }, change, 999),
    )
    expect(results.filter((attempt) => attempt !== undefined)).toEqual([testSocialAttempt(change)])
    const failed = { state: 'failed', failure: 'invalid' } as const
    expect(await attempts().change({ idHash: 'i1', state: 'identified' }, failed, 1_000)).toBeUndefined()
  })
}
