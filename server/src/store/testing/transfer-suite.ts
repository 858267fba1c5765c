import { expect, test } from 'vitest'
import type { NewTransfer } from '../../ports/stores/transfers.ts'
import { testAudit, testEmbeddedSession, testIdentity } from './embedded-user-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testTransfer = (change: Partial<NewTransfer> = {}): NewTransfer => ({
  ...{ id: 't1', userId: 'u1', deviceId: 'd1', deviceName: 'Firefox on é', commit: '{}', expiresAtMs: 1_000 },
  ...change,
})

/** Transfers of wallets between devices. */
export function transferSuite(world: StoreWorld): void {
  const transfers = () => world.stores().transfers
  const logIn = () =>
    world
      .stores()
      .embeddedUsers.logIn(
        testIdentity(),
        { id: 'u1', walletId: 'w1' },
        testEmbeddedSession(),
        testAudit('l'),
      )

  test('transfer › messages in their order › stored once, found until the end', async () => {
    await logIn()
    await transfers().start(testTransfer())
    expect(await transfers().put('t1', 'reveal', 'r', 0)).toBe(false)
    for (const step of ['key', 'reveal', 'secret'] as const) {
      expect(await transfers().put('t1', step, step, 0)).toBe(true)
      expect(await transfers().put('t1', step, step, 0)).toBe(true)
      expect(await transfers().put('t1', step, 'other', 0)).toBe(false)
    }
    const messages = { key: 'key', reveal: 'reveal', secret: 'secret' }
    expect(await transfers().find('u1', 999)).toEqual({ ...testTransfer(), ...messages })
    expect(await transfers().find('u1', 1_000)).toBeUndefined()
    expect(await transfers().put('t1', 'key', 'key', 1_000)).toBe(false)
    await transfers().end('u2', 't1')
    expect(await transfers().find('u1', 0)).toBeDefined()
    await transfers().end('u1', 't1')
    expect(await transfers().find('u1', 0)).toBeUndefined()
  })

  test('transfer › another one of the user › has no message of the first', async () => {
    await logIn()
    await transfers().start(testTransfer())
    await transfers().put('t1', 'key', 'k', 0)
    await transfers().start(testTransfer({ id: 't2', deviceId: 'd2' }))
    expect(await transfers().find('u1', 0)).toMatchObject({ id: 't2', deviceId: 'd2', key: undefined })
    expect(await transfers().put('t1', 'reveal', 'r', 0)).toBe(false)
  })

  test('transfer › 20 keys at once › one is stored', async () => {
    await logIn()
    await transfers().start(testTransfer())
    const results = await race(world, 20, (stores, n) => stores.transfers.put('t1', 'key', `k${n}`, 0))
    expect(results.filter(Boolean)).toHaveLength(1)
  })
}
