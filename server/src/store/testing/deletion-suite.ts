import { expect, test } from 'vitest'
import type { NewDeletion } from '../../ports/stores/deletions.ts'
import { testAudit, testEmbeddedSession, testEnvelope, testIdentity } from './embedded-user-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

/** A request of the user `u1`, which opens at 100 and expires at 1,000. */
export const testDeletion = (change: Partial<NewDeletion> = {}): NewDeletion => ({
  ...{ id: 'q1', userId: 'u1', deviceName: 'Firefox on é', cancelHash: 'c1' },
  ...{ requestedAtMs: 10, opensAtMs: 100, expiresAtMs: 1_000 },
  ...change,
})

const accounts = { eip155: '0x1', solana: 's', polkadot: '0x2' }

/** Requests for a deletion without the wallet's keys. */
export function deletionSuite(world: StoreWorld): void {
  const store = () => world.stores().deletions
  const users = () => world.stores().embeddedUsers
  const events = async (userId = 'u1') =>
    (await world.stores().auditEvents.list(userId, 100)).map(({ event }) => event)
  const cancelled = async () => (await events()).filter((event) => event === 'deletion-cancelled').length
  const cancelAt = (id: string, atMs = 10) => testAudit(id, { event: 'deletion-cancelled', atMs })
  const deleteAt = (id: string, atMs: number) => testAudit(id, { event: 'user-deleted', atMs })

  const addUser = (id = 'u1', suffix = '1') =>
    users().logIn(
      testIdentity({ subject: id }),
      { id, walletId: `w${suffix}` },
      testEmbeddedSession({ id: `d${suffix}`, keyThumbprint: `k${suffix}`, tokenHash: `t${suffix}` }),
      testAudit(`l${suffix}`),
    )
  async function begin(request = testDeletion()): Promise<void> {
    await store().add(request, 0)
    await store().begin(request.id, testAudit(crypto.randomUUID(), { event: 'deletion-requested' }))
  }
  async function session() {
    const found = await users().findSession('t1', 'k1', 10)
    if (found === undefined) throw new Error('The session is over')
    return found
  }
  const exists = async () => (await users().findSession('t1', 'k1', 10)) !== undefined

  test('deletion › added and begun › found by user and link, until it expires', async () => {
    await addUser()
    const { cancelHash, ...request } = testDeletion()
    expect(await store().add({ ...request, cancelHash }, 0)).toBe(true)
    expect(await store().find('u1', 10)).toBeUndefined()
    expect(await store().begin('q1', testAudit('x', { event: 'deletion-requested' }))).toBe(true)
    expect(await store().begin('q1', testAudit('y'))).toBe(false)
    expect(await store().find('u1', 999)).toEqual(request)
    expect(await store().findByLink('c1', 999)).toEqual(request)
    expect(await store().find('u2', 10)).toBeUndefined()
    expect(await store().find('u1', 1_000)).toBeUndefined()
    expect(await store().findByLink('c1', 1_000)).toBeUndefined()
    expect(await events()).toContain('deletion-requested')
  })

  test('deletion › 20 requests at once › one begins', async () => {
    await addUser()
    const results = await race(world, 20, async (stores, n) => {
      const request = testDeletion({ id: `q${n}`, cancelHash: `c${n}` })
      const isAdded = await stores.deletions.add(request, 0)
      return isAdded && stores.deletions.begin(request.id, testAudit(`begun ${n}`))
    })
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('deletion › second one › only after the first is over or was never begun', async () => {
    await addUser()
    await store().add(testDeletion(), 0)
    const second = testDeletion({ id: 'q2', cancelHash: 'c2' })
    expect(await store().add(second, 0)).toBe(true)
    expect(await store().begin('q1', testAudit('x'))).toBe(false)
    await store().discard('q2')
    expect(await store().begin('q2', testAudit('x'))).toBe(false)
    await begin()
    expect(await store().add(second, 999)).toBe(false)
    await store().discard('q1')
    expect(await store().find('u1', 10)).toBeDefined()
    expect(await store().add(second, 1_000)).toBe(true)
  })

  test('deletion › cancelled by user or link › over, is in the log, once', async () => {
    await addUser()
    await begin()
    expect(await store().cancel({ userId: 'u2' }, cancelAt('x1'))).toBe(false)
    expect(await store().cancel({ cancelHash: 'c2' }, cancelAt('x2'))).toBe(false)
    expect(await store().cancel({ userId: 'u1' }, cancelAt('x3', 1_000))).toBe(false)
    expect(await store().cancel({ userId: 'u1' }, cancelAt('x4'))).toBe(true)
    expect(await store().cancel({ userId: 'u1' }, cancelAt('x5'))).toBe(false)
    await begin(testDeletion({ id: 'q3' }))
    expect(await store().cancel({ cancelHash: 'c1' }, cancelAt('x6'))).toBe(true)
    expect(await store().find('u1', 10)).toBeUndefined()
    expect(await cancelled()).toBe(2)
  })

  test('deletion › proof by the keys › cancels it, also one whose notice is being sent', async () => {
    await addUser()
    await begin()
    await users().recordWalletProof(await session(), testAudit('p1', { event: 'wallet-proved' }))
    expect(await store().find('u1', 10)).toBeUndefined()
    expect([await cancelled(), (await events()).includes('wallet-proved')]).toEqual([1, true])
    await store().add(testDeletion({ id: 'q2' }), 10)
    await users().recordWalletProof(await session(), testAudit('p2', { event: 'wallet-proved' }))
    expect(await store().begin('q2', testAudit('x'))).toBe(false)
    await begin(testDeletion({ id: 'q3' }))
    await users().recordWalletProof(await session(), testAudit('p3', { event: 'wallet-proved', atMs: 1_000 }))
    await users().stepUp(await session(), testAudit('s1', { event: 'stepped-up' }))
    expect(await cancelled()).toBe(1)
  })

  test('deletion › step-up › cancels nothing', async () => {
    await addUser()
    await begin()
    await users().stepUp(await session(), testAudit('s1', { event: 'stepped-up' }))
    expect(await store().find('u1', 10)).toBeDefined()
  })

  test('deletion › envelope completed by the keys › cancels it, by other keys not', async () => {
    const { envelopes } = world.stores()
    await addUser()
    await envelopes.add(testEnvelope(), testAudit('a1'))
    await envelopes.complete({ userId: 'u1', id: 'e1', sealed: undefined }, accounts, testAudit('b1'))
    await begin()
    await envelopes.add(testEnvelope({ id: 'e2' }), testAudit('a2'))
    const completion = { userId: 'u1', id: 'e2', sealed: undefined }
    const others = { ...accounts, eip155: '0x3' }
    expect(await envelopes.complete(completion, others, testAudit('b2'))).toBe('other-accounts')
    expect(await store().find('u1', 10)).toBeDefined()
    expect(await envelopes.complete(completion, accounts, testAudit('b3'))).toBe('completed')
    expect([await store().find('u1', 10), await cancelled()]).toEqual([undefined, 1])
  })

  test('deletion › before it opens, after it expires, or unbegun › nothing is deleted', async () => {
    await addUser()
    await store().add(testDeletion(), 0)
    expect(await store().carryOut('u1', deleteAt('x1', 100))).toBe(false)
    await begin(testDeletion({ id: 'q2' }))
    expect(await store().carryOut('u1', deleteAt('x2', 99))).toBe(false)
    expect(await store().carryOut('u1', deleteAt('x3', 1_000))).toBe(false)
    expect(await store().carryOut('u2', deleteAt('x4', 100))).toBe(false)
    expect([await exists(), await events()]).toEqual([true, expect.not.arrayContaining(['user-deleted'])])
  })

  test('deletion › carried out while open › deletes the user, not others', async () => {
    await addUser()
    await addUser('u2', '2')
    await begin()
    await begin(testDeletion({ id: 'q2', userId: 'u2', cancelHash: 'c2' }))
    expect(await store().carryOut('u1', deleteAt('x', 100))).toBe(true)
    expect([await exists(), (await events()).includes('user-deleted')]).toEqual([false, true])
    expect(await store().find('u1', 100)).toBeUndefined()
    expect(await store().find('u2', 100)).toBeDefined()
    expect(await store().carryOut('u1', deleteAt('y', 100))).toBe(false)
    const { isNew } = await users().logIn(
      testIdentity({ subject: 'u1' }),
      { id: 'u3', walletId: 'w3' },
      testEmbeddedSession({ id: 'd3', keyThumbprint: 'k3', tokenHash: 't3' }),
      testAudit('l3'),
    )
    expect(isNew).toBe(true)
  })

  test('deletion › with proofs and cancellations at once › deleted or cancelled', async () => {
    for (let round = 0; round < 5; round++) {
      const [userId, tokenHash, key] = [`r${round}`, `t-r${round}`, `k-r${round}`]
      await addUser(userId, `-r${round}`)
      await begin(testDeletion({ id: userId, userId, cancelHash: userId }))
      const proved = await users().findSession(tokenHash, key, 10)
      if (proved === undefined) throw new Error('The session is over')
      const results = await race(world, 20, async (stores, n) => {
        const id = `${userId} ${n}`
        if (n % 4 === 0) return (await stores.deletions.carryOut(userId, deleteAt(id, 100))) && 'deleted'
        if (n % 4 === 1) return (await stores.deletions.cancel({ userId }, cancelAt(id))) && 'cancelled'
        if (n % 4 === 2)
          // Not for a user who is deleted meanwhile.
          await stores.deletions.add(testDeletion({ id, userId, cancelHash: id }), 0).catch(() => false)
        else await stores.embeddedUsers.recordWalletProof(proved, testAudit(id, { event: 'wallet-proved' }))
        return false
      })
      const wins = results.filter((one) => one !== false)
      expect(wins.length).toBeLessThanOrEqual(1)
      const ends = (await events(userId)).filter((event) =>
        /^(?:user-deleted|deletion-cancelled)$/.test(event),
      )
      expect(ends).toHaveLength(1)
      expect(ends[0] === 'user-deleted').toBe(wins[0] === 'deleted')
      expect((await users().findSession(tokenHash, key, 10)) === undefined).toBe(wins[0] === 'deleted')
    }
  })
}
