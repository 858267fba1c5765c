import { expect, test } from 'vitest'
import { testAudit, testEmbeddedSession, testIdentity } from './embedded-user-suite.ts'
import { testPasskey } from './passkey-suite.ts'
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
    expect(await identities().set('u1', next, testAudit('a1'))).toEqual({ former: testIdentity() })
    expect(await identities().set('u1', google, testAudit('a2', { atMs: 9 }))).toEqual({ former: undefined })
    expect(await identities().list('u1')).toEqual([next, google])
    expect(await identities().set('u1', next, testAudit('a3'))).toEqual({ former: next })
  })

  test('identity of another user › taken, nothing changed', async () => {
    await logIn()
    await logIn('u2', 'bob@example.org')
    expect(await identities().set('u2', testIdentity(), testAudit('a1'))).toBe('taken')
    expect(await identities().list('u2')).toMatchObject([{ subject: 'bob@example.org' }])
    expect(await identities().list('u1')).toEqual([testIdentity()])
  })

  test('one new identity › set for 20 users at once › belongs to one, the others keep theirs', async () => {
    const users = Array.from({ length: 20 }, (_, n) => `u${n}`)
    for (const id of users) await logIn(id, `${id}@example.org`)
    const results = await race(world, 20, ({ embeddedIdentities }, n) =>
      embeddedIdentities.set(`u${n}`, testIdentity({ subject: 'new@example.org' }), testAudit(`a${n}`)),
    )
    expect(results.filter((result) => result !== 'taken')).toHaveLength(1)
    const counts = await Promise.all(users.map(async (id) => (await identities().list(id)).length))
    expect(counts).toEqual(Array(20).fill(1))
  })

  test('identity › removed › unless it is the last way to log in', async () => {
    await logIn()
    expect(await identities().remove('u1', 'google', testAudit('r0'))).toBe('unknown')
    expect(await identities().remove('u1', 'email', testAudit('r1'))).toBe('last')
    await world.stores().passkeys.add(testPasskey(), 1, testAudit('p1'))
    expect(await identities().remove('u1', 'email', testAudit('r2'))).toBe('removed')
    expect(await identities().list('u1')).toEqual([])
  })

  test('two identities › both removed at once › one stays', async () => {
    await logIn()
    await identities().set('u1', google, testAudit('a1'))
    const results = await race(world, 2, ({ embeddedIdentities }, n) =>
      embeddedIdentities.remove('u1', n === 0 ? 'email' : 'google', testAudit(`r${n}`)),
    )
    expect([...results].sort()).toEqual(['last', 'removed'])
    expect(await identities().list('u1')).toHaveLength(1)
  })

  test('log › events of the user, the newest first, up to the limit', async () => {
    await logIn()
    await logIn('u2', 'bob@example.org')
    await identities().set('u1', google, testAudit('a1', { event: 'email-changed', atMs: 8 }))
    const { auditEvents } = world.stores()
    expect(await auditEvents.list('u1', 5)).toEqual([
      { id: 'a1', event: 'email-changed', atMs: 8, subject: 'email' },
      { id: 'login u1', event: 'login', atMs: 5, subject: 'email' },
    ])
    expect(await auditEvents.list('u1', 1)).toHaveLength(1)
  })
}
