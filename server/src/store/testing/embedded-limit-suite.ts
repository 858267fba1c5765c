import { expect, test } from 'vitest'
import { listedEnvelopes } from '../../../../shared/api/embedded-account.ts'
import { listedDevices } from '../../../../shared/api/embedded-wallet.ts'
import { envelopeLimits, type StoredEnvelope } from '../../ports/stores/envelopes.ts'
import { testAudit, testEmbeddedSession, testEnvelope, testIdentity } from './embedded-user-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

/** How many envelopes and devices a user of an embedded wallet can have, and how many of them are listed. */
export function embeddedLimitSuite(world: StoreWorld): void {
  const users = () => world.stores().embeddedUsers
  const envelopes = () => world.stores().envelopes
  const logIn = (session = testEmbeddedSession()) =>
    users().logIn(
      testIdentity(),
      { id: 'u1', walletId: 'w1' },
      session,
      testAudit(`login ${session.tokenHash}`),
    )
  const complete = (id: string, sealed?: string, stores = world.stores()) =>
    stores.envelopes.complete(
      { userId: 'u1', id, sealed },
      { eip155: '0x1', solana: 's', polkadot: '0x2' },
      testAudit(`complete ${id} ${crypto.randomUUID()}`),
    )

  test('envelopes › more incomplete ones than a device may have › replace its oldest', async () => {
    await logIn()
    await logIn(testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2' }))
    const add = (id: string, change = {}) => envelopes().add(testEnvelope({ id, ...change }), testAudit(id))
    await add('other kind', { kind: 'recovery' })
    await add('other device', { deviceId: 'd2' })
    await add('complete')
    await complete('complete')
    const { incompletePerDevice } = envelopeLimits
    for (let n = 0; n <= incompletePerDevice; n++) await add(`e${n}`, { createdAtMs: 2 + n })
    const listed = (await envelopes().list('u1')).map(({ id }) => id)
    expect(listed).toEqual(['complete', 'other kind', 'other device', 'e1', 'e2', 'e3', 'e4'])
  })

  test('envelopes › 50 of one device created at once › the limit stays', async () => {
    await logIn()
    await race(world, 50, (stores, n) =>
      stores.envelopes.add(testEnvelope({ id: `e${n}` }), testAudit(`a${n}`)),
    )
    expect(await envelopes().list('u1')).toHaveLength(envelopeLimits.incompletePerDevice)
  })

  test('envelopes › as many complete as a user may have › no further one, of a device one more', async () => {
    await logIn()
    const ids = Array.from({ length: envelopeLimits.complete + 8 }, (_, n) => `e${n}`)
    for (const [n, id] of ids.entries()) {
      const session = { id: `d ${n}`, keyThumbprint: `k ${n}`, tokenHash: `t ${n}` }
      await logIn(testEmbeddedSession(session))
      const envelope = testEnvelope({ id, kind: 'recovery', deviceId: session.id })
      expect(await envelopes().add(envelope, testAudit(id))).toBe('added')
    }
    const results = await race(world, ids.length, (stores, n) => complete(`e${n}`, 's', stores))
    expect(results.filter((result) => result === 'completed')).toHaveLength(envelopeLimits.complete)
    expect(results.filter((result) => result === 'full')).toHaveLength(8)
    const [first] = await envelopes().list('u1')
    expect(first && (await complete(first.id, 's'))).toBe('completed')
    const add = (id: string, kind: StoredEnvelope['kind']) =>
      envelopes().add(testEnvelope({ id, kind }), testAudit(id))
    expect(await add('one more', 'assisted')).toBe('full')
    expect(await add('of the device', 'device')).toBe('added')
    expect(await complete('of the device')).toBe('completed')
  })

  test('envelopes › complete on as many devices as a user may have › full until a session ends', async () => {
    await logIn()
    for (let n = 0; n < envelopeLimits.completeOnDevices; n++) {
      const session = { id: `d ${n}`, keyThumbprint: `k ${n}`, tokenHash: `t ${n}` }
      await logIn(testEmbeddedSession({ ...session, expiresAtMs: n === 0 ? 100 : 1_000 }))
      await envelopes().add(testEnvelope({ id: `e${n}`, deviceId: session.id }), testAudit(`e${n}`))
      expect(await complete(`e${n}`)).toBe('completed')
    }
    const add = (id: string, atMs: number) => envelopes().add(testEnvelope({ id }), testAudit(id, { atMs }))
    expect(await add('at 99', 99)).toBe('full')
    expect(await add('at 100', 100)).toBe('added')
    expect(await envelopes().find('u1', 'e0')).toMatchObject({ isComplete: true })
  })

  test('envelopes › more than an account lists › complete ones first, never more', async () => {
    await logIn()
    for (let n = 0; n < 20; n++) {
      await logIn(testEmbeddedSession({ id: `d ${n}`, keyThumbprint: `k ${n}`, tokenHash: `t ${n}` }))
      for (let each = 0; each < envelopeLimits.incompletePerDevice; each++)
        await envelopes().add(
          testEnvelope({ id: `e${n} ${each}`, deviceId: `d ${n}` }),
          testAudit(`e${n} ${each}`),
        )
    }
    for (const [id, kind] of [
      ['of a device', 'device'],
      ['of a code', 'recovery'],
    ] as const) {
      await envelopes().add(testEnvelope({ id, kind, createdAtMs: 9 }), testAudit(id))
      await complete(id, kind === 'device' ? undefined : 's')
    }
    const listed = await envelopes().list('u1')
    expect(listed).toHaveLength(listedEnvelopes)
    expect(listed.slice(0, 3).map(({ id }) => id)).toEqual(['of a code', 'of a device', 'e0 0'])
  })

  test('envelope of a code › its device revoked › ends only while it is incomplete', async () => {
    await logIn()
    const devices = ['d1', 'd2']
    await logIn(testEmbeddedSession({ id: 'd2', keyThumbprint: 'k2', tokenHash: 't2' }))
    for (const deviceId of devices)
      await envelopes().add(
        testEnvelope({ id: deviceId, kind: 'recovery', deviceId }),
        testAudit(`of ${deviceId}`),
      )
    await complete('d1', 's')
    expect(await envelopes().find('u1', 'd1')).toMatchObject({ deviceId: undefined })
    // A server of a former version keeps the device.
    await world
      .database()
      .write((db) => db.updateTable('envelopes').set({ device_id: 'd1' }).where('id', '=', 'd1').execute())
    for (const id of devices) await users().revokeDevice('u1', id, testAudit(`r ${id}`))
    expect(await envelopes().list('u1')).toMatchObject([{ id: 'd1', sealed: 's', sealedKey: 'v1.a.key' }])
  })

  test('devices › more than a response lists › the last used, never more', async () => {
    await logIn()
    const row = { user_id: 'u1', kind: 'vault', site: null, name: 'n', created_at_ms: 0 } as const
    const rows = Array.from({ length: listedDevices + 10 }, (_, n) => ({
      ...{ ...row, id: `d ${n}`, key_thumbprint: `k ${n}`, last_used_at_ms: n, revoked_at_ms: null },
    }))
    await world.database().write((db) => db.insertInto('embedded_devices').values(rows).execute())
    const listed = await users().devices('u1')
    expect(listed).toHaveLength(listedDevices)
    expect([listed[0]?.id, listed.at(-1)?.id]).toEqual([`d ${listedDevices + 9}`, 'd 10'])
  })

  test('device › of the user, also if revoked › adds no row', async () => {
    await logIn()
    const hasDevice = async () => [
      await users().hasDevice('u1', 'k1'),
      await users().hasDevice('u1', 'k2'),
      await users().hasDevice('u2', 'k1'),
    ]
    expect(await hasDevice()).toEqual([true, false, false])
    await users().revokeDevice('u1', 'd1', testAudit('r1'))
    expect(await hasDevice()).toEqual([true, false, false])
  })
}
