import { expect, test } from 'vitest'
import type { RegisteredName } from '../../ports/names.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testName = (change: Partial<RegisteredName> = {}): RegisteredName => ({
  registry: 'main',
  name: 'ada.reown.id',
  coinType: 60,
  address: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  avatar: undefined,
  createdAtMs: 1_000,
  ...change,
})

const otherAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

export function nameSuite(world: StoreWorld): void {
  const names = () => world.stores().names

  test('name › registered › is found in its registry alone', async () => {
    const withAvatar = testName({ registry: 'other', avatar: 'https://a.example/a.png' })
    expect(await names().register(testName())).toBe('registered')
    expect(await names().register(withAvatar)).toBe('registered')
    expect(await names().find('main', 'ada.reown.id')).toEqual(testName())
    expect(await names().find('other', 'ada.reown.id')).toEqual(withAvatar)
    expect(await names().find('main', 'eve.reown.id')).toBeUndefined()
  })

  test('name › of another account › is taken', async () => {
    await names().register(testName())
    expect(await names().register(testName({ address: otherAddress }))).toBe('name-taken')
    expect(await names().find('main', 'ada.reown.id')).toEqual(testName())
  })

  test('name › second one of an account › is refused for one coin type', async () => {
    const second = testName({ name: 'eve.reown.id', createdAtMs: 900 })
    await names().register(testName())
    expect(await names().register({ ...second, address: second.address.toLowerCase() })).toBe('account-named')
    expect(await names().find('main', 'eve.reown.id')).toBeUndefined()
    const otherCoin = { ...second, coinType: 2_147_483_658 }
    expect(await names().register(otherCoin)).toBe('registered')
    expect(await names().ofAddress('main', second.address.toUpperCase())).toEqual([otherCoin, testName()])
    expect(await names().ofAddress('other', second.address)).toEqual([])
  })

  test('name › claimed again by its account › is not registered twice', async () => {
    await names().register(testName())
    expect(await names().register(testName({ createdAtMs: 2_000 }))).toBe('account-named')
    expect(await names().find('main', 'ada.reown.id')).toEqual(testName())
  })

  test('name › 200 claims by different accounts at once › one is registered', async () => {
    const results = await race(world, 200, ({ names: own }, n) =>
      own.register(testName({ address: `0x${n}` })),
    )
    expect(results.filter((result) => result === 'registered')).toHaveLength(1)
    expect(results.filter((result) => result === 'name-taken')).toHaveLength(199)
  })

  test('account › 200 claims of different names at once › gets one', async () => {
    const results = await race(world, 200, ({ names: own }, n) => own.register(testName({ name: `n${n}` })))
    expect(results.filter((result) => result === 'registered')).toHaveLength(1)
    expect(results.filter((result) => result === 'account-named')).toHaveLength(199)
    expect(await names().ofAddress('main', testName().address)).toHaveLength(1)
  })
}
