import { expect, test } from 'vitest'
import type { StoredSmartSession } from '../../ports/stores/smart-sessions.ts'
import { race, type StoreWorld } from './store-world.ts'

const permission = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0xde0b6b3a7640000', start: 1_795_807_000, period: 86_400 },
} as const

export const testSmartSession = (change: Partial<StoredSmartSession> = {}): StoredSmartSession => ({
  projectKey: 'k1',
  account: 'eip155:1:0x00000000219ab540356cbb839cbe05303d7705fa',
  session: testSession('p1'),
  requested: {
    chainId: '0x1',
    expiry: 1_795_893_400,
    signer: {
      type: 'keys',
      data: { keys: [{ type: 'secp256k1', publicKey: `0x04${'ab'.repeat(64)}` }] },
    },
    permissions: [permission],
    policies: [{ type: 'call-limit', data: { count: 5 } }],
  },
  sealedKey: 'sealed',
  isActive: false,
  ...change,
})

const testSession = (pci: string, createdAt = 1_795_807_000): StoredSmartSession['session'] => ({
  project: { id: 'id-1', name: 'Tidewater Coffee', url: 'https://tidewater.example' },
  pci,
  createdAt,
  expiry: 1_795_893_400,
  permissions: [permission],
})

export function smartSessionSuite(world: StoreWorld): void {
  const sessions = () => world.stores().smartSessions
  const stored = testSmartSession()
  const spending = { projectKey: 'k1', pci: 'p1', permission: 0, period: 7 }

  test('smart session › added › found unchanged, in its project and account', async () => {
    await sessions().add(stored)
    expect(await sessions().find('k1', stored.account, 'p1')).toEqual(stored)
    expect(await sessions().find('k2', stored.account, 'p1')).toBeUndefined()
    expect(await sessions().find('k1', 'eip155:1:0x0', 'p1')).toBeUndefined()
    expect(await sessions().find('k1', stored.account, 'p2')).toBeUndefined()
    await expect(sessions().add(stored)).rejects.toThrow()
  })

  test('smart sessions › of an account › lists the granted ones, oldest first', async () => {
    for (const [pci, createdAt, isActive] of [
      ['new', 300, true],
      ['old', 100, true],
      ['open', 200, false],
    ] as const)
      await sessions().add({ ...stored, session: testSession(pci, createdAt), isActive })
    await sessions().revoke('k1', 'old', 400)
    expect(await sessions().listActive('k1', stored.account)).toEqual([
      { ...testSession('old', 100), revokedAt: 400 },
      testSession('new', 300),
    ])
    expect(await sessions().listActive('k2', stored.account)).toEqual([])
  })

  test('smart session › activated › has the grant, once', async () => {
    await sessions().add(stored)
    const granted = { ...stored, session: { ...stored.session, expiry: 1_795_800_000 } }
    expect(await sessions().activate(granted)).toBe(true)
    expect(await sessions().activate(stored)).toBe(false)
    expect(await sessions().find('k1', stored.account, 'p1')).toEqual({ ...granted, isActive: true })
    expect(await sessions().activate({ ...stored, session: testSession('p2') })).toBe(false)
  })

  test('smart sessions › keys under another prefix › listed in order, replaced once', async () => {
    const sealed = [
      ['k1', 'a', 'v1.old.1'],
      ['k1', 'b', 'v1.new.2'],
      ['k1', 'c', 'v1.new_.3'],
      ['k2', 'a', 'v1.old.4'],
    ] as const
    for (const [projectKey, pci, sealedKey] of sealed)
      await sessions().add({ ...stored, projectKey, session: testSession(pci), sealedKey })
    const [first, , third, last] = sealed.map(([projectKey, pci, sealedKey]) => ({
      projectKey,
      pci,
      sealedKey,
    }))
    if (!first || !third || !last) throw new Error('There are four')
    expect(await sessions().keysNotSealedWith('v1.new.', undefined, 9)).toEqual([first, third, last])
    expect(await sessions().keysNotSealedWith('v1.new.', first, 1)).toEqual([third])
    expect(await sessions().keysNotSealedWith('v1.new.', third, 9)).toEqual([last])
    expect(await sessions().reseal(first, 'v1.new.5')).toBe(true)
    expect(await sessions().reseal(first, 'v1.new.6')).toBe(false)
    expect(await sessions().find('k1', stored.account, 'a')).toMatchObject({ sealedKey: 'v1.new.5' })
    expect(await sessions().keysNotSealedWith('v1.new.', undefined, 9)).toEqual([third, last])
  })

  test('smart session › key resealed during activation › stays resealed', async () => {
    await sessions().add(stored)
    await sessions().reseal({ projectKey: 'k1', pci: 'p1', sealedKey: stored.sealedKey }, 'anew')
    expect(await sessions().activate(stored)).toBe(true)
    expect(await sessions().find('k1', stored.account, 'p1')).toMatchObject({
      sealedKey: 'anew',
      isActive: true,
    })
  })

  test('smart session › revoked › has the time, cannot be activated', async () => {
    await sessions().add(stored)
    expect(await sessions().revoke('k1', 'p1', 50)).toBe(true)
    expect(await sessions().revoke('k1', 'p1', 60)).toBe(false)
    expect(await sessions().revoke('k1', 'p2', 60)).toBe(false)
    expect(await sessions().activate(stored)).toBe(false)
    const found = await sessions().find('k1', stored.account, 'p1')
    expect(found).toEqual({ ...stored, session: { ...stored.session, revokedAt: 50 } })
  })

  test('spending › up to the allowance › counted per permission and period', async () => {
    const huge = 2n ** 255n
    expect(await sessions().spend(spending, huge, huge + 5n)).toBe(true)
    expect(await sessions().spend(spending, 6n, huge + 5n)).toBe(false)
    expect(await sessions().spend(spending, 5n, huge + 5n)).toBe(true)
    expect(await sessions().spend(spending, 1n, huge + 5n)).toBe(false)
    for (const other of [{ period: 8 }, { permission: 1 }, { pci: 'p2' }, { projectKey: 'k2' }])
      expect(await sessions().spend({ ...spending, ...other }, 5n, 5n)).toBe(true)
  })

  test('spending › above the allowance, or below zero › spends nothing', async () => {
    expect(await sessions().spend(spending, 6n, 5n)).toBe(false)
    await expect(sessions().spend(spending, -1n, 5n)).rejects.toThrow(RangeError)
    expect(await sessions().spend(spending, 5n, 5n)).toBe(true)
  })

  test('spending › 200 at once › never exceeds the allowance', async () => {
    const results = await race(world, 200, ({ smartSessions }) => smartSessions.spend(spending, 3n, 100n))
    expect(results.filter((isSpent) => isSpent)).toHaveLength(33)
    expect(await sessions().spend(spending, 1n, 100n)).toBe(true)
    expect(await sessions().spend(spending, 1n, 100n)).toBe(false)
  })
}
