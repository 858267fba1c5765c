import { expect, test } from 'vitest'
import { testOneTimeCode, testVaultTicket } from './counter-suite.ts'
import { testDeletion } from './deletion-suite.ts'
import { testAudit, testEmbeddedSession, testEnvelope, testIdentity } from './embedded-user-suite.ts'
import { testFarcasterAttempt } from './farcaster-attempt-suite.ts'
import { testOrder, testOrderEvent } from './order-suite.ts'
import { testProject } from './project-suite.ts'
import { testRecovery } from './recovery-suite.ts'
import { testSharedEmail } from './shared-email-suite.ts'
import { testCode, testNonce, testSignIn } from './sign-in-suite.ts'
import { testSocialAttempt } from './social-attempt-suite.ts'
import { testSpendingLimit } from './spending-limit-suite.ts'
import { race, type StoreWorld } from './store-world.ts'
import { testTransfer } from './transfer-suite.ts'

const dayMs = 86_400_000

export function sweepSuite(world: StoreWorld): void {
  const counts = async () => {
    const { read } = world.database()
    const names = [
      'nonces',
      'sign_ins',
      'email_codes',
      'project_ids',
      'mailboxes',
      'mailbox_messages',
      'orders',
      'order_payments',
      'vendor_events',
      'events',
      'embedded_sessions',
      'audit_events',
      'vault_tickets',
      'shared_emails',
      'one_time_codes',
      'social_attempts',
      'farcaster_attempts',
      'wallet_transfers',
      'recovery_requests',
      'deletion_requests',
      'spending_limits',
      'counters',
      'claims',
    ] as const
    return Promise.all(names.map(async (name) => (await read.selectFrom(name).selectAll().execute()).length))
  }

  test('expiry › rows before and after their end › deletes the expired ones', async () => {
    const { signIns, projects, mailboxes, orders, events, deleteExpired } = world.stores()
    const { embeddedUsers, vaultTickets, sharedEmails, oneTimeCodes, counters } = world.stores()
    const { socialAttempts, farcasterAttempts, transfers, envelopes, recoveries } = world.stores()
    const { spendingLimits, deletions } = world.stores()
    for (const expiresAtMs of [1_000, 1_001]) {
      const hash = `h${expiresAtMs}`
      await signIns.addNonce(testNonce({ tokenHash: hash, expiresAtMs }))
      await signIns.addSession(testSignIn({ tokenHash: hash, expiresAtMs }))
      await signIns.addCode(testCode({ idHash: hash, expiresAtMs }))
      await projects.add(testProject({ key: hash, id: hash }))
      await projects.rotate(hash, `${hash}-new`, expiresAtMs)
      await mailboxes.open(hash, expiresAtMs, 0)
      await orders.add(testOrder({ reference: hash, id: hash, expiresAtMs }))
      const event = testOrderEvent({ is: 'processing' }, { eventId: hash, reference: hash })
      await orders.apply(event, expiresAtMs)
      await mailboxes.post(hash, 'to-frame', { sequence: 1, sealed: 'a' }, 10, 0)
      await events.add([{ kind: 'analytics', projectKey: hash, receivedAtMs: 0, content: 1 }], expiresAtMs)
      const session = testEmbeddedSession({ id: hash, keyThumbprint: hash, tokenHash: hash, expiresAtMs })
      const audit = testAudit(hash, { expiresAtMs })
      await embeddedUsers.logIn(testIdentity({ subject: hash }), { id: hash, walletId: hash }, session, audit)
      await vaultTickets.add(testVaultTicket({ tokenHash: hash, expiresAtMs }))
      await sharedEmails.set(testSharedEmail({ nonceHash: hash, userId: hash, expiresAtMs }))
      await oneTimeCodes.add(testOneTimeCode({ idHash: hash, expiresAtMs }))
      await socialAttempts.add(testSocialAttempt({ idHash: hash, startHash: hash, expiresAtMs }))
      await farcasterAttempts.add(testFarcasterAttempt({ idHash: hash, expiresAtMs }))
      await transfers.start(testTransfer({ id: hash, userId: hash, expiresAtMs }))
      await envelopes.add(
        testEnvelope({ id: hash, userId: hash, deviceId: undefined }),
        testAudit(`${hash} e`),
      )
      const device = { deviceId: hash, envelopeId: hash, cancelHash: hash }
      await recoveries.add(testRecovery({ id: hash, userId: hash, ...device, expiresAtMs }), 0)
      await deletions.add(testDeletion({ id: hash, userId: hash, cancelHash: hash, expiresAtMs }), 0)
      const spending = testSpendingLimit({ id: hash, userId: hash, deviceId: hash, expiresAtMs })
      await spendingLimits.add(spending, 1, testAudit(`${hash} l`))
      await counters.count(hash, 1, expiresAtMs, 0)
      await counters.claim(hash, expiresAtMs)
    }
    expect(await counts()).toEqual([2, 2, 2, 4, 2, 2, 2, 2, 2, 2, 2, 6, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    expect(await deleteExpired(1_000)).toBe(21)
    expect(await counts()).toEqual([1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    expect(await signIns.findSession('h1001', 1_000)).toBeDefined()
    expect(await projects.list()).toHaveLength(2)
    expect(await deleteExpired(1_000)).toBe(0)
  })

  test('expiry › incomplete envelopes › deleted after a day, but for those of devices', async () => {
    const { embeddedUsers, envelopes, deleteExpired } = world.stores()
    await embeddedUsers.logIn(
      testIdentity(),
      { id: 'u1', walletId: 'w1' },
      testEmbeddedSession({ expiresAtMs: 300 * dayMs }),
      testAudit('l1', { expiresAtMs: 400 * dayMs }),
    )
    const audit = (id: string) => testAudit(id, { expiresAtMs: 400 * dayMs })
    for (const [id, kind, createdAtMs] of [
      ['device', 'device', 0],
      ['complete', 'recovery', 0],
      ['old', 'recovery', 0],
      ['new', 'passkey', 1],
    ] as const)
      await envelopes.add(testEnvelope({ id, kind, createdAtMs }), audit(id))
    const accounts = { eip155: '0x1', solana: 's', polkadot: '0x2' }
    await envelopes.complete({ userId: 'u1', id: 'complete', sealed: 's' }, accounts, audit('c'))
    const ids = async () => (await envelopes.list('u1')).map(({ id }) => id)
    expect([await deleteExpired(dayMs - 1), await ids()]).toEqual([0, ['complete', 'old', 'new', 'device']])
    expect([await deleteExpired(dayMs), await ids()]).toEqual([1, ['complete', 'new', 'device']])
    expect([await deleteExpired(200 * dayMs), await ids()]).toEqual([1, ['complete', 'device']])
  })

  test('expiry › devices not used for 180 days › deleted without session and complete envelope', async () => {
    const { embeddedUsers, envelopes, deleteExpired } = world.stores()
    const audit = (id: string) => testAudit(id, { expiresAtMs: 400 * dayMs })
    for (const [id, expiresAtMs] of [
      ['unused', 30 * dayMs],
      ['incomplete', 30 * dayMs],
      ['complete', 30 * dayMs],
      ['revoked', 30 * dayMs],
      ['active', 190 * dayMs],
    ] as const) {
      const session = testEmbeddedSession({ id, keyThumbprint: id, tokenHash: id, expiresAtMs })
      await embeddedUsers.logIn(testIdentity(), { id: 'u1', walletId: 'w1' }, session, audit(id))
      if (id === 'unused' || id === 'active') continue
      await envelopes.add(testEnvelope({ id, deviceId: id, createdAtMs: 0 }), audit(`e ${id}`))
      if (id === 'incomplete') continue
      const accounts = { eip155: '0x1', solana: 's', polkadot: '0x2' }
      await envelopes.complete({ userId: 'u1', id, sealed: undefined }, accounts, audit(`c ${id}`))
    }
    await embeddedUsers.revokeDevice('u1', 'revoked', audit('r'))
    const rows = async (table: 'embedded_devices' | 'envelopes') => {
      const found = await world.database().read.selectFrom(table).select('id').orderBy('id').execute()
      return found.map(({ id }) => id)
    }
    await deleteExpired(180 * dayMs - 1)
    expect(await rows('embedded_devices')).toHaveLength(5)
    await deleteExpired(180 * dayMs)
    expect(await rows('embedded_devices')).toEqual(['active', 'complete'])
    expect(await rows('envelopes')).toEqual(['complete'])
    expect(await envelopes.find('u1', 'complete')).toMatchObject({ sealedKey: 'v1.a.key' })
    await deleteExpired(190 * dayMs)
    expect(await rows('embedded_devices')).toEqual(['complete'])
  })

  test('expiry › of one part › deletes no row of the other', async () => {
    const { signIns, counters, deleteExpired } = world.stores()
    await signIns.addNonce(testNonce({ expiresAtMs: 1_000 }))
    await counters.claim('a', 1_000)
    const { read } = world.database()
    const rows = async () => [
      (await read.selectFrom('nonces').selectAll().execute()).length,
      (await read.selectFrom('claims').selectAll().execute()).length,
    ]
    expect([await deleteExpired(1_000, 'embedded-wallet'), await rows()]).toEqual([1, [1, 0]])
    await counters.claim('b', 1_000)
    expect([await deleteExpired(1_000, 'others'), await rows()]).toEqual([1, [0, 1]])
  })

  test('expiry › more rows than one batch › two replicas at once delete all', async () => {
    await race(world, 2_100, ({ signIns }, n) => signIns.addNonce(testNonce({ tokenHash: `t${n}` })))
    const [one, other] = await race(world, 2, ({ deleteExpired }) => deleteExpired(1_000))
    const left = await world.stores().deleteExpired(1_000)
    expect((one ?? 0) + (other ?? 0) + left).toBe(2_100)
    expect(await counts()).toEqual(Array(23).fill(0))
  })
}
