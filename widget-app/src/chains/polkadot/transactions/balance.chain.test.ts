import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../../registry.ts'
import { freshAddress, type LocalWorld, localDeposit, localWorld } from '../testing/local-world.ts'

let world: LocalWorld
beforeAll(async () => {
  world = await localWorld()
})
afterAll(() => world.stop())

/** Frozen in both ways that runtimes support; each reads its own. */
const frozenBy = (amount: string) => ({ frozen: amount, miscFrozen: amount })

test('staked or reserved balance › part of the total, not available', async () => {
  const read = required(world.adapter.nativeTotals, 'nativeTotals')
  const holdingWith = async (data: object) => {
    const address = freshAddress()
    await world.node.call('dev_setStorage', {
      System: { Account: [[[address], { providers: 1, consumers: 1, data }]] },
    })
    return read(address, world.network)
  }
  const total = 5n * 10n ** 12n
  expect(await holdingWith({ free: String(total), ...frozenBy(String(total)) })).toEqual({
    value: 0n,
    total: total,
  })
  expect(await holdingWith({ free: String(total), reserved: '7' })).toEqual({
    value: total - localDeposit,
    total: total + 7n,
  })
  expect(await read(freshAddress(), world.network)).toEqual({ value: 0n, total: 0n })
})
