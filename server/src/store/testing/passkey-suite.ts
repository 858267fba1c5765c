import { expect, test } from 'vitest'
import type { StoredPasskey } from '../../ports/stores/passkeys.ts'
import { testChangingSession } from './changing-session.ts'
import { testVaultTicket } from './counter-suite.ts'
import { testAudit, testEmbeddedSession, testIdentity } from './embedded-user-suite.ts'
import { testSpendingLimit } from './spending-limit-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testPasskey = (change: Partial<StoredPasskey> = {}): StoredPasskey => ({
  ...{ id: 'p1', userId: 'u1', publicKey: 'cose', signCount: 3, transports: ['internal', 'hybrid'] },
  ...{ isBackedUp: true, name: 'Chrome on Linux', createdAtMs: 4 },
  ...change,
})

const newUser = { id: 'u1', walletId: 'w1' }

/** Passkeys of embedded wallets. */
export function passkeySuite(world: StoreWorld): void {
  const passkeys = () => world.stores().passkeys
  const users = () => world.stores().embeddedUsers
  const logIn = () => users().logIn(testIdentity(), newUser, testEmbeddedSession(), testAudit('login'))
  const session = async () => {
    const found = await users().findSession('t1', 'k1', 0)
    if (found === undefined) throw new Error('There is no session')
    return found
  }

  test('passkey › added › found and listed; registered once', async () => {
    await logIn()
    expect(await passkeys().add(testPasskey(), 2, testAudit('a1'))).toBe('added')
    expect(await passkeys().add(testPasskey({ name: 'other' }), 2, testAudit('a2'))).toBe('taken')
    expect(await passkeys().find('p1')).toEqual(testPasskey())
    expect(await passkeys().find('p2')).toBeUndefined()
    expect(await passkeys().list('u1')).toEqual([testPasskey()])
    expect(await passkeys().list('u2')).toEqual([])
  })

  test('passkeys › 20 at once › no more than the limit', async () => {
    await logIn()
    const results = await race(world, 20, (stores, n) =>
      stores.passkeys.add(testPasskey({ id: `p${n}` }), 5, testAudit(`a${n}`)),
    )
    expect(results.filter((result) => result === 'added')).toHaveLength(5)
    expect(results.filter((result) => result === 'full')).toHaveLength(15)
  })

  test('sign-up › creates a user with a session; a registered passkey creates none', async () => {
    const signUp = (id: string) =>
      passkeys().signUp(
        { id, walletId: `w ${id}` },
        testPasskey(),
        testEmbeddedSession({ id: `d ${id}`, tokenHash: `t ${id}` }),
        testAudit(`a ${id}`),
      )
    expect(await signUp('u1')).toMatchObject({ id: 'u1', accounts: undefined })
    expect(await signUp('u2')).toBeUndefined()
    expect(await users().findSession('t u1', 'k1', 0)).toMatchObject({ user: { id: 'u1' } })
    const { read } = world.database()
    expect(await read.selectFrom('embedded_users').select('id').execute()).toEqual([{ id: 'u1' }])
    expect(await read.selectFrom('audit_events').select('id').execute()).toEqual([{ id: 'a u1' }])
  })

  test('assertion › recorded in its session, counts on', async () => {
    await logIn()
    await passkeys().add(testPasskey(), 2, testAudit('a1'))
    const change = { signCount: 9, isBackedUp: false }
    const audit = testAudit('a2', { atMs: 70 })
    expect(await passkeys().recordAssertion(testPasskey(), change, await session(), audit)).toBe(true)
    expect(await passkeys().find('p1')).toEqual(testPasskey(change))
    expect((await session()).proof).toEqual({
      steppedUpAtMs: 70,
      assertion: { atMs: 70, passkeyId: 'p1' },
      walletProvedAtMs: undefined,
    })
  })

  test('assertion › the same count by 20 calls at once › recorded once', async () => {
    await logIn()
    await passkeys().add(testPasskey(), 2, testAudit('a1'))
    const current = await session()
    const results = await race(world, 20, (stores, n) =>
      stores.passkeys.recordAssertion(
        testPasskey(),
        { signCount: 4, isBackedUp: true },
        current,
        testAudit(`r${n}`),
      ),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('passkey › removed › its envelope has no key, others stay', async () => {
    await logIn()
    const { envelopes } = world.stores()
    await passkeys().add(testPasskey(), 2, testAudit('a1'))
    for (const passkeyId of ['p1', 'p2'])
      await envelopes.add(
        {
          ...{ id: `e ${passkeyId}`, userId: 'u1', kind: 'passkey', deviceId: undefined, passkeyId },
          ...{ sealedKey: 'v1.a.key', createdAtMs: 1 },
        },
        testAudit(`e ${passkeyId}`),
      )
    expect(await passkeys().remove(testChangingSession('u2'), 'p1', testAudit('r0'))).toBe('unknown')
    expect(await passkeys().remove(testChangingSession(), 'p1', testAudit('r1'))).toBe('removed')
    expect(await passkeys().remove(testChangingSession(), 'p1', testAudit('r2'))).toBe('unknown')
    expect((await envelopes.list('u1')).map(({ id }) => id)).toEqual(['e p2'])
    expect(await passkeys().list('u1')).toEqual([])
  })

  test('passkey › removed › ends sessions of other logins, tickets and spending limits', async () => {
    await logIn()
    await passkeys().add(testPasskey(), 2, testAudit('a1'))
    const open = (n: number, absoluteExpiresAtMs: number) => {
      const opened = testEmbeddedSession({ id: `d${n}`, keyThumbprint: `k${n}`, tokenHash: `t${n}` })
      const end = { ...opened.end, absoluteExpiresAtMs }
      return users().openSession('u1', { ...opened, end }, { isByTicket: false }, testAudit(`s${n}`))
    }
    await open(2, 5_000)
    await open(3, 6_000)
    const { vaultTickets, spendingLimits } = world.stores()
    await vaultTickets.add(testVaultTicket({ userId: 'u1', tokenHash: 'ticket' }))
    await spendingLimits.add(testSpendingLimit(), 9, testAudit('limit'))
    expect(await passkeys().remove(testChangingSession(), 'p2', testAudit('r0'))).toBe('unknown')
    expect(await users().findSession('t3', 'k3', 0)).toBeDefined()
    expect(await passkeys().remove(testChangingSession(), 'p1', testAudit('r1'))).toBe('removed')
    expect(await users().findSession('t1', 'k1', 0)).toBeDefined()
    expect(await users().findSession('t2', 'k2', 0)).toBeDefined()
    expect(await users().findSession('t3', 'k3', 0)).toBeUndefined()
    expect(await vaultTickets.consume('ticket', 0)).toBeUndefined()
    expect(await spendingLimits.list('u1', 20)).toEqual([])
  })

  test('two passkeys, no identity › both removed at once › one stays', async () => {
    await passkeys().signUp(newUser, testPasskey(), testEmbeddedSession(), testAudit('s1'))
    await passkeys().add(testPasskey({ id: 'p2' }), 2, testAudit('a2'))
    const results = await race(world, 2, (stores, n) =>
      stores.passkeys.remove(testChangingSession(), `p${n + 1}`, testAudit(`r${n}`)),
    )
    expect([...results].sort()).toEqual(['last', 'removed'])
    expect(await passkeys().list('u1')).toHaveLength(1)
  })
}
