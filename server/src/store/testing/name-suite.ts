import { expect, test } from 'vitest'
import type { RegisteredName } from '../../ports/stores/names.ts'
import { race, type StoreWorld } from './store-world.ts'

const testAddress = '0x00000000219ab540356cBB839Cbe05303d7705Fa'

export const testName = (change: Partial<RegisteredName> = {}): RegisteredName => ({
  registry: 'main',
  name: 'ada.reown.id',
  accounts: [{ coinType: 60, address: testAddress }],
  avatar: undefined,
  createdAtMs: 1_000,
  ...change,
})

const otherAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

export function nameSuite(world: StoreWorld): void {
  const names = () => world.stores().names

  test('name › registered › found in its registry only', async () => {
    const withAvatar = testName({ registry: 'other', avatar: 'https://a.example/a.png' })
    expect(await names().register(testName())).toBe('registered')
    expect(await names().register(withAvatar)).toBe('registered')
    expect(await names().find('main', 'ada.reown.id')).toEqual(testName())
    expect(await names().find('other', 'ada.reown.id')).toEqual(withAvatar)
    expect(await names().find('main', 'eve.reown.id')).toBeUndefined()
  })

  test('name › of another account › taken', async () => {
    await names().register(testName())
    expect(await names().register(testName({ accounts: [{ coinType: 60, address: otherAddress }] }))).toBe(
      'name-taken',
    )
    expect(await names().find('main', 'ada.reown.id')).toEqual(testName())
  })

  test('name › second one of an account › rejected for one coin type', async () => {
    const second = testName({ name: 'eve.reown.id', createdAtMs: 900 })
    await names().register(testName())
    const lowerCase = [{ coinType: 60, address: testAddress.toLowerCase() }]
    expect(await names().register({ ...second, accounts: lowerCase })).toBe('account-named')
    expect(await names().find('main', 'eve.reown.id')).toBeUndefined()
    const otherCoin = { ...second, accounts: [{ coinType: 2_147_483_658, address: testAddress }] }
    expect(await names().register(otherCoin)).toBe('registered')
    expect(await names().ofAddress('main', testAddress.toUpperCase())).toEqual([otherCoin, testName()])
    expect(await names().ofAddress('other', testAddress)).toEqual([])
  })

  test('name › registered again by its account › not registered twice', async () => {
    await names().register(testName())
    expect(await names().register(testName({ createdAtMs: 2_000 }))).toBe('name-taken')
    expect(await names().find('main', 'ada.reown.id')).toEqual(testName())
  })

  test('name › of two accounts, one already named › nothing is registered', async () => {
    await names().register(testName())
    const accounts = [
      { coinType: 60, address: testAddress },
      { coinType: 501, address: otherAddress },
    ]
    expect(await names().register(testName({ name: 'eve.reown.id', accounts }))).toBe('account-named')
    expect(await names().find('main', 'eve.reown.id')).toBeUndefined()
    expect(await names().ofAddress('main', otherAddress)).toEqual([])
    const others = [
      { coinType: 60, address: otherAddress },
      { coinType: 501, address: testAddress },
    ]
    const both = testName({ name: 'eve.reown.id', accounts: others })
    expect(await names().register(both)).toBe('registered')
    expect(await names().find('main', 'eve.reown.id')).toEqual(both)
    expect(await names().ofAddress('main', otherAddress)).toEqual([both])
  })

  test('name › 200 registrations by different accounts at once › one succeeds', async () => {
    const results = await race(world, 200, ({ names: replicaNames }, n) =>
      replicaNames.register(testName({ accounts: [{ coinType: 60, address: `0x${n}` }] })),
    )
    expect(results.filter((result) => result === 'registered')).toHaveLength(1)
    expect(results.filter((result) => result === 'name-taken')).toHaveLength(199)
  })

  test('account › 200 registrations of different names at once › gets one', async () => {
    const results = await race(world, 200, ({ names: replicaNames }, n) =>
      replicaNames.register(testName({ name: `n${n}` })),
    )
    expect(results.filter((result) => result === 'registered')).toHaveLength(1)
    expect(results.filter((result) => result === 'account-named')).toHaveLength(199)
    expect(await names().ofAddress('main', testAddress)).toHaveLength(1)
  })
}
