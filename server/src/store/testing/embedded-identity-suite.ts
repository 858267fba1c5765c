import { beforeEach, describe, expect, test } from 'vitest'
import { testChangingSession } from './changing-session.ts'
import { testVaultTicket } from './counter-suite.ts'
import { testAudit, testEmbeddedSession, testIdentity } from './embedded-user-suite.ts'
import { testPasskey } from './passkey-suite.ts'
import { testSpendingLimit } from './spending-limit-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

const google = testIdentity({ provider: 'google', subject: '117', name: 'Ada' })

/** Identities of embedded wallets, and the log of their users. */
export function embeddedIdentitySuite(world: StoreWorld): void {
  const identities = () => world.stores().embeddedIdentities
  const logIn = (id = 'u1', subject = 'ada@example.org') =>
    world
      .stores()
      .embeddedUsers.logIn(
        testIdentity({ subject, name: subject }),
        { id, walletId: `w ${id}` },
        testEmbeddedSession({ id: `d ${id}`, tokenHash: `t ${id}` }),
        testAudit(`login ${id}`),
      )

  test('identity › set › replaces that of its provider, returns the former', async () => {
    await logIn()
    const next = testIdentity({ subject: 'lovelace@example.org', name: 'lovelace@example.org' })
    expect(await identities().set(testChangingSession(), next, testAudit('a1'))).toEqual({
      former: testIdentity(),
    })
    expect(await identities().set(testChangingSession(), google, testAudit('a2', { atMs: 9 }))).toEqual({
      former: undefined,
    })
    expect(await identities().list('u1')).toEqual([next, google])
    expect(await identities().set(testChangingSession(), next, testAudit('a3'))).toEqual({ former: next })
  })

  test('identity of another user › taken, nothing changed', async () => {
    await logIn()
    await logIn('u2', 'bob@example.org')
    expect(await identities().set(testChangingSession('u2'), testIdentity(), testAudit('a1'))).toBe('taken')
    expect(await identities().list('u2')).toMatchObject([{ subject: 'bob@example.org' }])
    expect(await identities().list('u1')).toEqual([testIdentity()])
  })

  test('one new identity › set for 20 users at once › belongs to one, the others keep theirs', async () => {
    const users = Array.from({ length: 20 }, (_, n) => `u${n}`)
    for (const id of users) await logIn(id, `${id}@example.org`)
    const results = await race(world, 20, ({ embeddedIdentities }, n) =>
      embeddedIdentities.set(
        testChangingSession(`u${n}`),
        testIdentity({ subject: 'new@example.org' }),
        testAudit(`a${n}`),
      ),
    )
    expect(results.filter((result) => result !== 'taken')).toHaveLength(1)
    const counts = await Promise.all(users.map(async (id) => (await identities().list(id)).length))
    expect(counts).toEqual(Array(20).fill(1))
  })

  test('identity › removed › unless it is the last way to log in', async () => {
    await logIn()
    expect(await identities().remove(testChangingSession(), 'google', testAudit('r0'))).toBe('unknown')
    expect(await identities().remove(testChangingSession(), 'email', testAudit('r1'))).toBe('last')
    await world.stores().passkeys.add(testPasskey(), 1, testAudit('p1'))
    expect(await identities().remove(testChangingSession(), 'email', testAudit('r2'))).toBe('removed')
    expect(await identities().list('u1')).toEqual([])
  })

  test('two identities › both removed at once › one stays', async () => {
    await logIn()
    await identities().set(testChangingSession(), google, testAudit('a1'))
    const results = await race(world, 2, ({ embeddedIdentities }, n) =>
      embeddedIdentities.remove(testChangingSession(), n === 0 ? 'email' : 'google', testAudit(`r${n}`)),
    )
    expect([...results].sort()).toEqual(['last', 'removed'])
    expect(await identities().list('u1')).toHaveLength(1)
  })

  describe('sessions after a change of a login', () => {
    const openSession = (n: number, change = {}) =>
      world
        .stores()
        .embeddedUsers.openSession(
          'u1',
          testEmbeddedSession({ id: `d${n}`, keyThumbprint: `k${n}`, tokenHash: `t${n}`, ...change }),
          { isByTicket: false },
          testAudit(`session ${n}`),
        )
    /** Owners of what can act for a user: sessions by their tokens, tickets and spending limits. */
    const owners = async () => {
      const { read } = world.database()
      const sessions = await read
        .selectFrom('embedded_sessions')
        .select('token_hash')
        .orderBy('token_hash')
        .execute()
      const tickets = await read.selectFrom('vault_tickets').select('user_id').execute()
      const limits = await read.selectFrom('spending_limits').select('user_id').execute()
      return {
        sessions: sessions.map(({ token_hash }) => token_hash),
        tickets: tickets.map(({ user_id }) => user_id).sort(),
        limits: limits.map(({ user_id }) => user_id).sort(),
      }
    }
    const all = {
      sessions: ['t u1', 't u2', 't1', 't2'],
      ...{ tickets: ['u1', 'u2'], limits: ['u1', 'u2'] },
    }
    const onlyCaller = { sessions: ['t u2', 't1'], tickets: ['u2'], limits: ['u2'] }

    beforeEach(async () => {
      await logIn()
      await logIn('u2', 'bob@example.org')
      await openSession(1, { kind: 'frame', site: 'https://shop.example' })
      await openSession(2)
      await identities().set(testChangingSession(), google, testAudit('linked'))
      for (const userId of ['u1', 'u2']) {
        const { vaultTickets, spendingLimits } = world.stores()
        await vaultTickets.add(testVaultTicket({ userId, tokenHash: `v ${userId}` }))
        const limit = testSpendingLimit({ id: `l ${userId}`, userId, deviceId: `d ${userId}` })
        expect(await spendingLimits.add(limit, 9, testAudit(`limit ${userId}`))).toBe('added')
      }
    })

    test('removed › ends all of the user but the session of the caller', async () => {
      expect(await owners()).toEqual(all)
      expect(await identities().remove(testChangingSession(), 'google', testAudit('r1'))).toBe('removed')
      expect(await owners()).toEqual(onlyCaller)
    })

    test('replaced by another account › the same', async () => {
      const next = testIdentity({ subject: 'lovelace@example.org' })
      await identities().set(testChangingSession(), next, testAudit('a1'))
      expect(await owners()).toEqual(onlyCaller)
    })

    test('added, set again, or not removed › ends nothing', async () => {
      await identities().set(testChangingSession(), { ...google, name: 'Lovelace' }, testAudit('a1'))
      const github = testIdentity({ provider: 'github', subject: '7' })
      await identities().set(testChangingSession(), github, testAudit('a2'))
      const taken = testIdentity({ subject: 'bob@example.org' })
      expect(await identities().set(testChangingSession(), taken, testAudit('a3'))).toBe('taken')
      expect(await identities().remove(testChangingSession(), 'apple', testAudit('r1'))).toBe('unknown')
      const last = testChangingSession('u2', 't u2')
      expect(await identities().remove(last, 'email', testAudit('r2'))).toBe('last')
      expect(await owners()).toEqual(all)
    })
  })

  test('open session › by a ticket › only while its login has a session', async () => {
    await logIn()
    const users = () => world.stores().embeddedUsers
    const open = (n: number, options: { readonly isByTicket: boolean }, nowMs = 0) => {
      const change = { id: `d${n}`, keyThumbprint: `k${n}`, tokenHash: `t${n}`, nowMs }
      return users().openSession('u1', testEmbeddedSession(change), options, testAudit(`s${n}`))
    }
    expect(await open(2, { isByTicket: true })).toMatchObject({ id: 'u1' })
    expect(await open(3, { isByTicket: true }, 1_000)).toBeUndefined()
    for (const [n, token] of ['t u1', 't2'].entries()) {
      const session = await users().findSession(token, `k${n + 1}`, 0)
      if (session === undefined) throw new Error('There is no session')
      await users().signOut(session, { keepsSpendingLimits: false }, testAudit(`out ${n}`))
    }
    expect(await open(4, { isByTicket: true })).toBeUndefined()
    expect(await open(5, { isByTicket: false })).toMatchObject({ id: 'u1' })
  })

  test('log › events of the user, the newest first, up to the limit', async () => {
    await logIn()
    await logIn('u2', 'bob@example.org')
    await identities().set(
      testChangingSession(),
      google,
      testAudit('a1', { event: 'email-changed', atMs: 8 }),
    )
    const { auditEvents } = world.stores()
    expect(await auditEvents.list('u1', 5)).toEqual([
      { id: 'a1', event: 'email-changed', atMs: 8, subject: 'email' },
      { id: 'login u1', event: 'login', atMs: 5, subject: 'email' },
    ])
    expect(await auditEvents.list('u1', 1)).toHaveLength(1)
  })
}
