import { expect, test } from 'vitest'
import type { NewRecovery } from '../../ports/stores/recoveries.ts'
import { testAudit, testEmbeddedSession, testEnvelope, testIdentity } from './embedded-user-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

/** A request of the user `u1` from the device `d1`, which opens at 100 and expires at 1,000. */
export const testRecovery = (change: Partial<NewRecovery> = {}): NewRecovery => ({
  ...{ id: 'r1', userId: 'u1', deviceId: 'd1', deviceName: 'Firefox on é', publicKey: 'p1' },
  ...{ envelopeId: 'e1', cancelHash: 'c1', requestedAtMs: 10, opensAtMs: 100, expiresAtMs: 1_000 },
  ...change,
})

/** Requests for a recovery. */
export function recoverySuite(world: StoreWorld): void {
  const store = () => world.stores().recoveries
  const events = async (userId = 'u1') =>
    (await world.stores().auditEvents.list(userId, 100)).map(({ event }) => event)
  const auditOf = ({ id }: { readonly id: string }) => testAudit(`${id} due`, { event: 'recovery-exported' })

  /** A user with a complete `assisted` envelope. */
  async function addUser(id = 'u1', suffix = '1'): Promise<void> {
    const { embeddedUsers, envelopes } = world.stores()
    await embeddedUsers.logIn(
      testIdentity({ subject: id }),
      { id, walletId: `w${suffix}` },
      testEmbeddedSession({ id: `d${suffix}`, keyThumbprint: `k${suffix}`, tokenHash: `t${suffix}` }),
      testAudit(`l${suffix}`),
    )
    const envelope = { id: `e${suffix}`, userId: id, kind: 'assisted', deviceId: undefined } as const
    await envelopes.add(testEnvelope(envelope), testAudit(`a${suffix}`))
    const factor = { keyId: 'k', sealed: `f${suffix}` }
    const accounts = { eip155: '0x1', solana: 's', polkadot: '0x2' }
    await envelopes.complete(
      { userId: id, id: `e${suffix}`, sealed: 's', factor },
      accounts,
      testAudit(`b${suffix}`),
    )
  }
  const begin = async (request = testRecovery()) => {
    await store().add(request, 0)
    await store().begin(request.id, testAudit(crypto.randomUUID(), { event: 'recovery-requested' }))
  }

  test('recovery › added and begun › found by user and link, until it expires', async () => {
    await addUser()
    const { cancelHash, ...request } = testRecovery()
    expect(await store().add({ ...request, cancelHash }, 0)).toBe(true)
    expect(await store().find('u1', 10)).toBeUndefined()
    expect(await store().begin('r1', testAudit('x', { event: 'recovery-requested' }))).toBe(true)
    expect(await store().begin('r1', testAudit('y'))).toBe(false)
    expect(await store().find('u1', 999)).toEqual({ ...request, answer: undefined })
    expect(await store().findByLink('c1', 999)).toEqual({ ...request, answer: undefined })
    expect(await store().find('u2', 10)).toBeUndefined()
    expect(await store().find('u1', 1_000)).toBeUndefined()
    expect(await store().findByLink('c1', 1_000)).toBeUndefined()
    expect(await events()).toContain('recovery-requested')
  })

  test('recovery › 20 at once › one is added', async () => {
    await addUser()
    const results = await race(world, 20, async (stores, n) => {
      const request = testRecovery({ id: `r${n}`, cancelHash: `c${n}` })
      const isAdded = await stores.recoveries.add(request, 0)
      return isAdded && stores.recoveries.begin(request.id, testAudit(`begun ${n}`))
    })
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('recovery › another one of the user › only after the first is over or was never begun', async () => {
    await addUser()
    await store().add(testRecovery(), 0)
    const second = testRecovery({ id: 'r2', cancelHash: 'c2' })
    expect(await store().add(second, 0)).toBe(true)
    expect(await store().begin('r1', testAudit('x'))).toBe(false)
    await store().discard('r2')
    expect(await store().begin('r2', testAudit('x'))).toBe(false)
    await begin()
    expect(await store().add(second, 999)).toBe(false)
    await store().discard('r1')
    expect(await store().find('u1', 10)).toBeDefined()
    expect(await store().add(second, 1_000)).toBe(true)
  })

  test('recovery › cancelled by user, link or revoked device › over, is in the log', async () => {
    await addUser()
    const audit = (id: string) => testAudit(id, { event: 'recovery-cancelled' })
    await begin()
    expect(await store().cancel({ userId: 'u2', id: 'r1' }, audit('x1'))).toBe(false)
    expect(await store().cancel({ userId: 'u1', id: 'r2' }, audit('x2'))).toBe(false)
    expect(await store().cancel({ cancelHash: 'c2' }, audit('x3'))).toBe(false)
    expect(await store().cancel({ userId: 'u1', id: 'r1' }, audit('x4'))).toBe(true)
    expect(await store().cancel({ userId: 'u1', id: 'r1' }, audit('x5'))).toBe(false)
    await begin(testRecovery({ id: 'r3' }))
    expect(await store().cancel({ cancelHash: 'c1' }, audit('x6'))).toBe(true)
    expect((await events()).filter((event) => event === 'recovery-cancelled')).toHaveLength(2)
    await begin(testRecovery({ id: 'r4' }))
    await world.stores().embeddedUsers.revokeDevice('u1', 'd1', testAudit('x7'))
    expect(await store().find('u1', 10)).toBeUndefined()
  })

  test('recovery › its envelope revoked, its user deleted › over', async () => {
    await addUser()
    await begin()
    await world.stores().envelopes.revoke('u1', 'e1', testAudit('x'))
    expect(await store().find('u1', 10)).toBeUndefined()
    await addUser('u2', '2')
    await begin(testRecovery({ userId: 'u2', deviceId: 'd2', envelopeId: 'e2' }))
    await world.stores().embeddedUsers.deleteUser('u2', testAudit('y'))
    expect(await store().findByLink('c1', 10)).toBeUndefined()
  })

  test('recovery › export › due ones only, each in the log', async () => {
    await addUser()
    await addUser('u2', '2')
    await begin()
    const later = {
      id: 'r2',
      userId: 'u2',
      deviceId: 'd2',
      envelopeId: 'e2',
      cancelHash: 'c2',
      opensAtMs: 101,
    }
    await begin(testRecovery(later))
    expect(await store().exportDue(99, auditOf)).toEqual([])
    expect(await store().exportDue(100, auditOf)).toEqual([
      {
        ...{ id: 'r1', userId: 'u1', walletId: 'w1', envelopeId: 'e1', deviceName: 'Firefox on é' },
        ...{ publicKey: 'p1', requestedAtMs: 10, keyId: 'k', factor: 'f1' },
      },
    ])
    expect([await events(), await events('u2')].map((all) => all.includes('recovery-exported'))).toEqual([
      true,
      false,
    ])
    expect(await store().exportDue(1_000, auditOf)).toEqual([])
  })

  test('recovery › answers › stored once, for due requests and their key only', async () => {
    await addUser()
    await begin()
    const one = { id: 'r1', publicKey: 'p1', answer: 'a' }
    const audit = () => testAudit(crypto.randomUUID(), { event: 'recovery-answered' })
    const refusedAt = (nowMs: number, answers = [one]) => store().answer(answers, nowMs, audit)
    expect(await refusedAt(99)).toEqual(['r1'])
    expect(await refusedAt(1_000)).toEqual(['r1'])
    expect(await refusedAt(100, [{ ...one, publicKey: 'p2' }])).toEqual(['r1'])
    expect(await refusedAt(100, [one, { ...one, id: 'r9' }])).toEqual(['r9'])
    expect(await refusedAt(100)).toEqual([])
    expect(await refusedAt(100, [{ ...one, answer: 'b' }])).toEqual(['r1'])
    expect(await store().find('u1', 100)).toMatchObject({ answer: 'a' })
    expect(await store().exportDue(100, auditOf)).toEqual([])
  })

  test('recovery › completed by its device after the answer › over, the envelope has no key', async () => {
    await addUser()
    await begin()
    const request = { userId: 'u1', id: 'r1', deviceId: 'd1' }
    const audit = testAudit('x', { event: 'recovery-completed' })
    expect(await store().complete(request, audit)).toBe(false)
    await store().answer([{ id: 'r1', publicKey: 'p1', answer: 'a' }], 100, () => testAudit('y'))
    expect(await store().complete({ ...request, deviceId: 'd2' }, audit)).toBe(false)
    expect(await store().complete({ ...request, userId: 'u2' }, audit)).toBe(false)
    expect(await store().complete(request, audit)).toBe(true)
    expect(await store().find('u1', 100)).toBeUndefined()
    expect(await world.stores().envelopes.list('u1')).toEqual([])
    expect(await events()).toContain('recovery-completed')
  })
}
