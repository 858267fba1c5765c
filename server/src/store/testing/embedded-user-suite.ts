import { expect, test } from 'vitest'
import type { AuditEvent, EmbeddedIdentity, NewSession } from '../../ports/stores/embedded-users.ts'
import type { StoredEnvelope } from '../../ports/stores/envelopes.ts'
import { tableNames } from '../tables.ts'
import { testOneTimeCode, testVaultTicket } from './counter-suite.ts'
import { testFarcasterAttempt } from './farcaster-attempt-suite.ts'
import { testSocialAttempt } from './social-attempt-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testIdentity = (change: Partial<EmbeddedIdentity> = {}): EmbeddedIdentity => ({
  provider: 'email',
  subject: 'ada@example.org',
  name: 'ada@example.org',
  ...change,
})

export const testAudit = (id: string, change: Partial<AuditEvent> = {}): AuditEvent => ({
  ...{ id, event: 'login', atMs: 5, client: '4:1', subject: 'email', expiresAtMs: 9_000 },
  ...change,
})

/** A session of the vault with the key `k1`, which ends at 1,000. */
export const testEmbeddedSession = ({
  tokenHash = 't1',
  nowMs = 0,
  expiresAtMs = 1_000,
  ...device
}: Partial<NewSession['device']> & {
  readonly tokenHash?: string
  readonly nowMs?: number
  readonly expiresAtMs?: number
} = {}): NewSession => ({
  device: {
    ...{ id: 'd1', keyThumbprint: 'k1', kind: 'vault', site: undefined, name: 'Firefox on Linux' },
    ...device,
  },
  tokenHash,
  proof: { steppedUpAtMs: undefined, assertion: undefined, walletProvedAtMs: undefined },
  end: { expiresAtMs, absoluteExpiresAtMs: 5_000 },
  nowMs,
})

const accounts = { eip155: '0x1', solana: 's', polkadot: '0x2' }
const newUser = { id: 'u1', walletId: 'w1' }

/** An envelope of the device `d1`. */
export const testEnvelope = (
  change: Partial<Omit<StoredEnvelope, 'sealed' | 'factor' | 'isComplete'>> = {},
): Omit<StoredEnvelope, 'sealed' | 'factor' | 'isComplete'> => ({
  ...{ id: 'e1', userId: 'u1', kind: 'device', deviceId: 'd1', passkeyId: undefined },
  ...{ sealedKey: 'v1.a.key', createdAtMs: 1 },
  ...change,
})

/** Users, devices, sessions and envelopes of embedded wallets. */
export function embeddedUserSuite(world: StoreWorld): void {
  const users = () => world.stores().embeddedUsers
  const envelopes = () => world.stores().envelopes
  const logIn = (session = testEmbeddedSession(), id = session.tokenHash) =>
    users().logIn(testIdentity(), newUser, session, testAudit(`login ${id}`))
  const audited = async () => {
    const rows = await world.database().read.selectFrom('audit_events').selectAll().orderBy('id').execute()
    return rows.map(({ id, user_id }) => `${id} of ${user_id}`)
  }

  test('login › first and second › creates one user, opens two sessions', async () => {
    const user = { ...newUser, accounts: undefined, createdAtMs: 0 }
    expect(await logIn()).toEqual({ user, isNew: true })
    const second = testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2', nowMs: 7 })
    expect(
      await users().logIn(testIdentity(), { id: 'u2', walletId: 'w2' }, second, testAudit('login t2')),
    ).toEqual({ user, isNew: false })
    expect(await users().findSession('t1', 'k1', 999)).toMatchObject({ user, device: { id: 'd1' } })
    expect(await users().findSession('t2', 'k2', 999)).toMatchObject({ user, device: { id: 'd2' } })
    expect(await world.stores().embeddedIdentities.list('u1')).toEqual([testIdentity()])
    expect(await audited()).toEqual(['login t1 of u1', 'login t2 of u1'])
  })

  test('login › 50 first logins at once › one user', async () => {
    const results = await race(world, 50, ({ embeddedUsers }, n) =>
      embeddedUsers.logIn(
        testIdentity(),
        { id: `u${n}`, walletId: `w${n}` },
        testEmbeddedSession({ id: `d${n}`, keyThumbprint: `k${n}`, tokenHash: `t${n}` }),
        testAudit(`a${n}`),
      ),
    )
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(results.map(({ user }) => user.id)).size).toBe(1)
    const { read } = world.database()
    expect(await read.selectFrom('embedded_users').selectAll().execute()).toHaveLength(1)
  })

  test('login › account renamed at its provider › new name, same user', async () => {
    const named = (name: string) => testIdentity({ provider: 'github', subject: '7', name })
    const enter = (name: string, id: string) =>
      users().logIn(
        named(name),
        { id, walletId: `w ${id}` },
        testEmbeddedSession({ id: `d ${id}`, keyThumbprint: `k ${id}`, tokenHash: `t ${id}` }),
        testAudit(`login ${id}`),
      )
    await enter('ada', 'u1')
    await enter('lovelace', 'u2')
    expect(await world.stores().embeddedIdentities.list('u1')).toEqual([named('lovelace')])
    expect(await world.stores().embeddedIdentities.list('u2')).toEqual([])
  })

  test('identity › equal name at another provider › another user', async () => {
    await logIn()
    const other = testIdentity({ provider: 'google', subject: '117' })
    const session = testEmbeddedSession({ id: 'd2', tokenHash: 't2' })
    const { user } = await users().logIn(other, { id: 'u2', walletId: 'w2' }, session, testAudit('a2'))
    expect(user.id).toBe('u2')
  })

  test('session › another key, another token, expired › absent', async () => {
    await logIn()
    expect(await users().findSession('t1', 'k2', 0)).toBeUndefined()
    expect(await users().findSession('t2', 'k1', 0)).toBeUndefined()
    expect(await users().findSession('t1', 'k1', 1_000)).toBeUndefined()
  })

  test('session › used › ends later, never after its absolute end', async () => {
    await logIn()
    const session = await users().findSession('t1', 'k1', 0)
    if (session === undefined) throw new Error('There is no session')
    await users().recordUse(session, 2_000, 500)
    expect(await users().findSession('t1', 'k1', 1_999)).toMatchObject({ device: { lastUsedAtMs: 500 } })
    expect(await users().findSession('t1', 'k1', 2_000)).toBeUndefined()
    await users().recordUse(session, 9_000, 600)
    expect(await users().findSession('t1', 'k1', 4_999)).toBeDefined()
    expect(await users().findSession('t1', 'k1', 5_000)).toBeUndefined()
  })

  test('session › signed out › absent, others stay', async () => {
    await logIn()
    await logIn(testEmbeddedSession({ tokenHash: 't2' }))
    const session = await users().findSession('t1', 'k1', 0)
    if (session === undefined) throw new Error('There is no session')
    await users().signOut(session, { keepsSpendingLimits: false }, testAudit('out'))
    expect(await users().findSession('t1', 'k1', 0)).toBeUndefined()
    expect(await users().findSession('t2', 'k1', 0)).toBeDefined()
    expect(await audited()).toContain('out of u1')
  })

  test('step-up › recorded in its session only', async () => {
    await logIn()
    await logIn(testEmbeddedSession({ tokenHash: 't2' }))
    const session = await users().findSession('t1', 'k1', 0)
    if (session === undefined) throw new Error('There is no session')
    await users().stepUp(session, testAudit('step', { atMs: 77 }))
    expect(await users().findSession('t1', 'k1', 0)).toMatchObject({ proof: { steppedUpAtMs: 77 } })
    expect(await users().findSession('t2', 'k1', 0)).toMatchObject({ proof: { steppedUpAtMs: undefined } })
  })

  test('open session › of an unknown user › undefined, nothing stored', async () => {
    const direct = { isByTicket: false }
    expect(await users().openSession('u1', testEmbeddedSession(), direct, testAudit('a1'))).toBeUndefined()
    expect(await audited()).toEqual([])
  })

  test('device › known only by its own key and identity, not once revoked', async () => {
    await logIn()
    const isKnown = (keyThumbprint: string, change = {}) =>
      users().isKnownDevice(testIdentity(change), keyThumbprint)
    expect(await isKnown('k1')).toBe(true)
    expect(await isKnown('k2')).toBe(false)
    expect(await isKnown('k1', { provider: 'google' })).toBe(false)
    await users().revokeDevice('u1', 'd1', testAudit('r'))
    expect(await isKnown('k1')).toBe(false)
  })

  test('device › revoked › sessions end, its envelope has no key, others stay', async () => {
    await logIn()
    await logIn(testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2', nowMs: 3 }))
    await envelopes().add(testEnvelope(), testAudit('e1'))
    await envelopes().add(testEnvelope({ id: 'e2', deviceId: 'd2', createdAtMs: 2 }), testAudit('e2'))
    expect((await users().devices('u1')).map(({ id }) => id)).toEqual(['d2', 'd1'])
    expect(await users().revokeDevice('u2', 'd1', testAudit('r0'))).toBe(false)
    expect(await users().revokeDevice('u1', 'd1', testAudit('r1'))).toBe(true)
    expect(await users().revokeDevice('u1', 'd1', testAudit('r2'))).toBe(false)
    expect(await users().findSession('t1', 'k1', 0)).toBeUndefined()
    expect(await users().findSession('t2', 'k2', 0)).toBeDefined()
    expect((await envelopes().list('u1')).map(({ id }) => id)).toEqual(['e2'])
    expect((await users().devices('u1')).map(({ id }) => id)).toEqual(['d2'])
    expect(await audited()).toContain('r1 of u1')
  })

  test('device › revoked, logs in again › device again, without its envelope', async () => {
    await logIn()
    await envelopes().add(testEnvelope(), testAudit('e1'))
    await users().revokeDevice('u1', 'd1', testAudit('r1'))
    await logIn(testEmbeddedSession({ id: 'd9', tokenHash: 't2' }))
    expect(await users().findSession('t2', 'k1', 0)).toMatchObject({ device: { id: 'd1' } })
    expect(await users().findSession('t1', 'k1', 0)).toBeUndefined()
    expect(await envelopes().list('u1')).toEqual([])
  })

  test('envelope › added › listed and found by its user only', async () => {
    await logIn()
    await envelopes().add(testEnvelope(), testAudit('e1'))
    const stored = { ...testEnvelope(), sealed: undefined, factor: undefined, isComplete: false }
    expect(await envelopes().list('u1')).toEqual([stored])
    expect(await envelopes().find('u1', 'e1')).toEqual(stored)
    expect(await envelopes().find('u2', 'e1')).toBeUndefined()
    expect(await envelopes().list('u2')).toEqual([])
  })

  test('envelope › completed › states the accounts; the same again is fine, another content is not', async () => {
    await logIn()
    await envelopes().add(testEnvelope({ kind: 'recovery', deviceId: undefined }), testAudit('e1'))
    const complete = (sealed: string, audit: string, change = {}) =>
      envelopes().complete({ userId: 'u1', id: 'e1', sealed }, { ...accounts, ...change }, testAudit(audit))
    expect(await complete('s1', 'c1')).toBe('completed')
    expect(await complete('s1', 'c2')).toBe('completed')
    expect(await complete('s2', 'c3')).toBe('unknown')
    expect(await complete('s1', 'c4', { solana: 'other' })).toBe('other-accounts')
    expect(await users().findSession('t1', 'k1', 0)).toMatchObject({ user: { accounts } })
    expect(await envelopes().find('u1', 'e1')).toMatchObject({ sealed: 's1', isComplete: true })
    expect(await audited()).toEqual(['c1 of u1', 'e1 of u1', 'login t1 of u1'])
  })

  test('envelope › of another user, or revoked › not completed, not released', async () => {
    await logIn()
    await envelopes().add(testEnvelope(), testAudit('e1'))
    const ofUser = (userId: string) =>
      envelopes().complete({ userId, id: 'e1', sealed: undefined }, accounts, testAudit(`c ${userId}`))
    expect(await ofUser('u2')).toBe('unknown')
    expect(await envelopes().release('u2', 'e1', testAudit('l2'))).toBeUndefined()
    expect(await envelopes().revoke('u2', 'e1', testAudit('r2'))).toBe(false)
    expect(await envelopes().release('u1', 'e1', testAudit('l1'))).toMatchObject({ sealedKey: 'v1.a.key' })
    expect(await envelopes().revoke('u1', 'e1', testAudit('r1'))).toBe(true)
    expect(await envelopes().revoke('u1', 'e1', testAudit('r3'))).toBe(false)
    expect(await ofUser('u1')).toBe('unknown')
    expect(await envelopes().release('u1', 'e1', testAudit('l3'))).toBeUndefined()
    const row = await world.database().read.selectFrom('envelopes').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ sealed_key: null, sealed: null })
    expect(await audited()).toEqual(['e1 of u1', 'l1 of u1', 'login t1 of u1', 'r1 of u1'])
  })

  test('envelopes › 20 first ones with different accounts at once › one completes', async () => {
    await logIn()
    const ids = Array.from({ length: 20 }, (_, n) => `e${n}`)
    for (const id of ids) await envelopes().add(testEnvelope({ id, deviceId: undefined }), testAudit(id))
    const results = await race(world, 20, (stores, n) =>
      stores.envelopes.complete(
        { userId: 'u1', id: `e${n}`, sealed: undefined },
        { ...accounts, solana: `s${n}` },
        testAudit(`c${n}`),
      ),
    )
    expect(results.filter((result) => result === 'completed')).toHaveLength(1)
    expect(results.filter((result) => result === 'other-accounts')).toHaveLength(19)
    expect((await envelopes().list('u1')).filter(({ isComplete }) => isComplete)).toHaveLength(1)
  })

  test('user › deleted › all that refers to the user too, but for the log', async () => {
    await logIn()
    await envelopes().add(testEnvelope(), testAudit('e1'))
    await world.stores().passkeys.add(
      {
        ...{ id: 'p1', userId: 'u1', publicKey: 'c', signCount: 0, transports: [], isBackedUp: false },
        ...{ name: 'n', createdAtMs: 0 },
      },
      1,
      testAudit('p1'),
    )
    const { vaultTickets, oneTimeCodes, socialAttempts, farcasterAttempts, counters } = world.stores()
    for (const [id, userId] of ['u1', 'another-user'].entries()) {
      await vaultTickets.add(testVaultTicket({ tokenHash: `t${id}`, userId }))
      const email = userId === 'u1' ? testIdentity().subject : 'eve@example.org'
      // The code for a new address, which is no identity yet, states the user alone.
      const another = { email: `new-${id}@example.org`, purpose: `email ${userId}` }
      await oneTimeCodes.add(testOneTimeCode({ idHash: `c${id}`, email, purpose: userId }))
      await oneTimeCodes.add(testOneTimeCode({ idHash: `d${id}`, ...another }))
      await oneTimeCodes.add(testOneTimeCode({ idHash: `l${id}`, email, purpose: 'login' }))
      await socialAttempts.add(testSocialAttempt({ idHash: `s${id}`, startHash: `s${id}`, userId }))
      await farcasterAttempts.add(testFarcasterAttempt({ idHash: `f${id}`, purpose: `link ${userId}` }))
      await counters.count(`envelopes of ${userId}`, 1, 1_000, 0)
    }
    await users().deleteUser('u1', testAudit('gone', { event: 'user-deleted' }))
    const { read } = world.database()
    const rows = Object.fromEntries(
      await Promise.all(
        tableNames.map(async (table) => [table, await read.selectFrom(table).selectAll().execute()] as const),
      ),
    )
    const { audit_events: log, ...others } = rows
    expect(JSON.stringify(others)).not.toMatch(/\bu1\b/)
    expect(JSON.stringify(others)).not.toContain(testIdentity().subject)
    expect(JSON.stringify(log)).toContain('"id":"gone","user_id":"u1"')
    const tables = Object.entries(others).filter(([, { length }]) => length > 0)
    expect(Object.fromEntries(tables.map(([table, { length }]) => [table, length]))).toEqual({
      ...{ vault_tickets: 1, one_time_codes: 3, social_attempts: 1, farcaster_attempts: 1, counters: 1 },
      deleted_vaults: 1,
    })
  })
}
