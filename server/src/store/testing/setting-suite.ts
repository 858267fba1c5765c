import { expect, test } from 'vitest'
import { race, type StoreWorld } from './store-world.ts'

export function settingSuite(world: StoreWorld): void {
  test('setting › added › keeps its first value', async () => {
    const { settings } = world.stores()
    expect(await settings.getOrAdd('key', 'first')).toBe('first')
    expect(await settings.getOrAdd('key', 'second')).toBe('first')
    expect(await settings.getOrAdd('other', 'third')).toBe('third')
  })

  test('setting › added by replicas at once › all get one value', async () => {
    const values = await race(world, 20, ({ settings }, index) => settings.getOrAdd('key', `${index}`))
    expect(new Set(values).size).toBe(1)
  })
}
