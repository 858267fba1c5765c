import { expect, test } from 'vitest'
import type { ClaimResult, NewSpendingLimit, SpendingClaim } from '../../ports/stores/spending-limits.ts'
import { testAudit, testEmbeddedSession, testIdentity } from './embedded-user-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

/** A limit of 100 of the user `u1` by the device `d1`, for the frame's key `f1`, which expires at 1,000. */
export const testSpendingLimit = (change: Partial<NewSpendingLimit> = {}): NewSpendingLimit => ({
  ...{ id: 'l1', userId: 'u1', deviceId: 'd1', site: 'https://shop.example', keyThumbprint: 'f1' },
  ...{ asset: 'eip155:1/slip44:60', maximum: 100n, sealedKey: 'v1.a.key', createdAtMs: 10 },
  expiresAtMs: 1_000,
  ...change,
})

const testClaim = (change: Partial<SpendingClaim> = {}): SpendingClaim => ({
  ...{ id: 'l1', keyThumbprint: 'f1', claimId: 'c1', amount: 30n },
  ...change,
})

/** Spending limits of embedded wallets. */
export function spendingLimitSuite(world: StoreWorld): void {
  const limits = () => world.stores().spendingLimits
  const users = () => world.stores().embeddedUsers
  const logIn = (userId = 'u1', session = testEmbeddedSession()) =>
    users().logIn(
      testIdentity({ subject: userId }),
      { id: userId, walletId: `w${userId}` },
      session,
      testAudit(crypto.randomUUID()),
    )
  const add = (change: Partial<NewSpendingLimit> = {}, max = 100) =>
    limits().add(
      testSpendingLimit(change),
      max,
      testAudit(crypto.randomUUID(), { event: 'spending-limit-set' }),
    )
  const claim = (change: Partial<SpendingClaim> = {}, nowMs = 20, stores = world.stores()) =>
    stores.spendingLimits.claim(
      testClaim(change),
      nowMs,
      testAudit(crypto.randomUUID(), { event: 'spending-claimed' }),
    )
  const events = async (event: string) =>
    (await world.stores().auditEvents.list('u1', 1_000)).filter((one) => one.event === event).length
  const listed = async (userId = 'u1') => (await limits().list(userId, 20)).map(({ id }) => id)
  const claimed = (amount: bigint): ClaimResult => ({ is: 'claimed', sealedKey: 'v1.a.key', claimed: amount })

  test('spending limit › set › found by its key and listed until it expires', async () => {
    await logIn()
    expect(await add()).toBe('added')
    const { sealedKey: _, ...set } = testSpendingLimit()
    expect(await limits().find('l1', 'f1', 999)).toEqual({ ...set, claimed: 0n })
    expect(await limits().find('l1', 'f2', 999)).toBeUndefined()
    expect(await limits().find('l2', 'f1', 999)).toBeUndefined()
    expect(await limits().find('l1', 'f1', 1_000)).toBeUndefined()
    expect(await limits().list('u1', 999)).toEqual([{ ...set, claimed: 0n, deviceName: 'Firefox on Linux' }])
    expect(await limits().list('u1', 1_000)).toEqual([])
    expect(await limits().list('u2', 999)).toEqual([])
    expect(await events('spending-limit-set')).toBe(1)
  })

  test('spending limit › set again › replaces that of the key, the asset and the user only', async () => {
    await logIn()
    await logIn('u2', testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2' }))
    await add()
    await claim()
    await add({ id: 'l2', asset: 'eip155:10/slip44:60' })
    await add({ id: 'l3', keyThumbprint: 'f2' })
    expect(await add({ id: 'l4', userId: 'u2', deviceId: 'd2' })).toBe('added')
    expect(await listed()).toEqual(['l1', 'l2', 'l3'])
    await add({ id: 'l5', createdAtMs: 11, sealedKey: 'v1.a.other' })
    expect(await listed()).toEqual(['l2', 'l3', 'l5'])
    expect(await claim()).toEqual({ is: 'unknown' })
    expect(await claim({ id: 'l5' })).toEqual({ is: 'claimed', sealedKey: 'v1.a.other', claimed: 30n })
    expect(await listed('u2')).toEqual(['l4'])
  })

  test('spending limit › as many as a user may have › one more only in place of another', async () => {
    await logIn()
    await add({}, 2)
    await add({ id: 'l2', keyThumbprint: 'f2' }, 2)
    expect(await add({ id: 'l3', keyThumbprint: 'f3' }, 2)).toBe('full')
    expect(await add({ id: 'l3', keyThumbprint: 'f2' }, 2)).toBe('added')
    expect(await listed()).toEqual(['l1', 'l3'])
    expect(await add({ id: 'l4', keyThumbprint: 'f4', createdAtMs: 1_000, expiresAtMs: 2_000 }, 2)).toBe(
      'added',
    )
  })

  test('spending limit › by a revoked device, or that of another user › not set', async () => {
    await logIn()
    await logIn('u2', testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2' }))
    expect(await add({ deviceId: 'd2' })).toBe('revoked')
    await users().revokeDevice('u1', 'd1', testAudit('x'))
    expect(await add()).toBe('revoked')
    expect(await listed()).toEqual([])
    expect(await events('spending-limit-set')).toBe(0)
  })

  test('claims › add up to the maximum, which can exceed 64 bits; each is in the log', async () => {
    await logIn()
    const maximum = 2n ** 256n - 1n
    await add({ maximum })
    expect(await claim({ amount: maximum - 1n })).toEqual(claimed(maximum - 1n))
    expect(await claim({ claimId: 'c2', amount: 2n })).toEqual({ is: 'exceeded' })
    expect(await claim({ claimId: 'c3', amount: 1n })).toEqual(claimed(maximum))
    expect(await claim({ claimId: 'c4', amount: 1n })).toEqual({ is: 'exceeded' })
    expect(await limits().find('l1', 'f1', 20)).toMatchObject({ claimed: maximum })
    expect(await events('spending-claimed')).toBe(2)
  })

  test('claims › 100 at once › never exceed the limit together', async () => {
    await logIn()
    await add()
    const results = await race(world, 100, (stores, n) => claim({ claimId: `c${n}`, amount: 3n }, 20, stores))
    expect(results.filter(({ is }) => is === 'claimed')).toHaveLength(33)
    expect(results.filter(({ is }) => is === 'exceeded')).toHaveLength(67)
    expect(await limits().find('l1', 'f1', 20)).toMatchObject({ claimed: 99n })
    expect(await events('spending-claimed')).toBe(33)
  })

  test('claims › the same one 20 times at once › counts once', async () => {
    await logIn()
    await add()
    const results = await race(world, 20, (stores) => claim({}, 20, stores))
    expect(results).toEqual(Array(20).fill(claimed(30n)))
    expect(await events('spending-claimed')).toBe(1)
  })

  test('claim › repeated with another amount › rejected; after the next one it is a new claim', async () => {
    await logIn()
    await add()
    await claim()
    for (const amount of [29n, 31n, 1_000n]) expect(await claim({ amount })).toEqual({ is: 'other-amount' })
    expect(await claim({ claimId: 'c2', amount: 20n })).toEqual(claimed(50n))
    expect(await claim()).toEqual(claimed(80n))
    expect(await limits().find('l1', 'f1', 20)).toMatchObject({ claimed: 80n })
  })

  test('claim › of another key, expired or revoked › unknown, nothing counted', async () => {
    await logIn()
    await add()
    expect(await claim({ keyThumbprint: 'f2' })).toEqual({ is: 'unknown' })
    expect(await claim({}, 1_000)).toEqual({ is: 'unknown' })
    expect(await limits().find('l1', 'f1', 20)).toMatchObject({ claimed: 0n })
    const audit = testAudit('r', { event: 'spending-limit-revoked' })
    expect(await limits().revoke('u2', 'l1', audit)).toBe(false)
    expect(await limits().revoke('u1', 'l1', audit)).toBe(true)
    expect(await limits().revoke('u1', 'l1', testAudit('r2'))).toBe(false)
    expect(await claim()).toEqual({ is: 'unknown' })
    expect([await events('spending-claimed'), await events('spending-limit-revoked')]).toEqual([0, 1])
    const row = await world.database().read.selectFrom('spending_limits').selectAll().executeTakeFirst()
    expect(row).toBeUndefined()
  })

  test('log out on a site › ends the limits of the user there, and no other', async () => {
    const site = 'https://shop.example'
    const { user } = await logIn('u1', testEmbeddedSession({ kind: 'frame', site }))
    await logIn('u2', testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2' }))
    await add()
    await add({ id: 'l2', keyThumbprint: 'f2', site: 'https://other.example' })
    await add({ id: 'l3', userId: 'u2', deviceId: 'd2' })
    const session = await users().findSession('t1', 'k1', 0)
    if (session === undefined) throw new Error(`${user.id} is not logged in`)
    await users().signOut(session, { keepsSpendingLimits: false }, testAudit('out', { event: 'signed-out' }))
    expect([await listed(), await listed('u2')]).toEqual([['l2'], ['l3']])
  })

  test('session opened by mistake › its end keeps the limits on its site', async () => {
    await logIn('u1', testEmbeddedSession({ kind: 'frame', site: 'https://shop.example' }))
    await add()
    const session = await users().findSession('t1', 'k1', 0)
    if (session === undefined) throw new Error('There is no session')
    await users().signOut(session, { keepsSpendingLimits: true }, testAudit('out', { event: 'signed-out' }))
    expect(await users().findSession('t1', 'k1', 0)).toBeUndefined()
    expect(await listed()).toEqual(['l1'])
  })

  test('log out of the vault › ends no limit', async () => {
    await logIn()
    await add()
    const session = await users().findSession('t1', 'k1', 0)
    if (session !== undefined)
      await users().signOut(
        session,
        { keepsSpendingLimits: false },
        testAudit('out', { event: 'signed-out' }),
      )
    expect(await users().findSession('t1', 'k1', 0)).toBeUndefined()
    expect(await listed()).toEqual(['l1'])
  })

  test('device revoked › ends the limits that it has set, and those on its site', async () => {
    const [vault, shop] = ['https://a.example', 'https://shop.example']
    await logIn()
    await logIn('u1', testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2' }))
    const frame = { id: 'd3', keyThumbprint: 'k3', tokenHash: 't3', kind: 'frame', site: shop } as const
    await logIn('u1', testEmbeddedSession(frame))
    await add({ site: vault })
    await add({ id: 'l2', deviceId: 'd2', keyThumbprint: 'f2', site: vault })
    await add({ id: 'l3', deviceId: 'd2', keyThumbprint: 'f3', site: shop })
    await users().revokeDevice('u1', 'd1', testAudit('r1', { event: 'device-revoked' }))
    expect(await listed()).toEqual(['l2', 'l3'])
    await users().revokeDevice('u1', 'd3', testAudit('r3', { event: 'device-revoked' }))
    expect(await listed()).toEqual(['l2'])
  })

  test('user deleted › no limit and no counter of the user is left', async () => {
    await logIn()
    await add()
    await world.stores().counters.count('spending claims of u1', 1, 1_000, 0)
    await users().deleteUser('u1', testAudit('gone', { event: 'user-deleted' }))
    const { read } = world.database()
    for (const table of ['spending_limits', 'counters'] as const)
      expect(await read.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('spending limits › keys sealed anew › in row order, and only if unchanged', async () => {
    await logIn()
    for (const n of [1, 2, 3]) await add({ id: `l${n}`, keyThumbprint: `f${n}`, sealedKey: `v1.old.${n}` })
    const rows = [1, 2, 3].map((n) => ({ id: `l${n}`, sealedKey: `v1.old.${n}` }))
    expect(await limits().keysNotSealedWith('v1.new.', undefined, 2)).toEqual(rows.slice(0, 2))
    expect(await limits().keysNotSealedWith('v1.new.', rows[1], 2)).toEqual(rows.slice(2))
    expect(await limits().reseal({ id: 'l1', sealedKey: 'v1.old.2' }, 'v1.new.1')).toBe(false)
    expect(await limits().reseal({ id: 'l1', sealedKey: 'v1.old.1' }, 'v1.new.1')).toBe(true)
    expect(await limits().keysNotSealedWith('v1.new.', undefined, 9)).toEqual(rows.slice(1))
    expect(await claim()).toMatchObject({ is: 'claimed', sealedKey: 'v1.new.1' })
  })
}
