import { describe, expect, it, vi } from 'vitest'
import {
  orderHistoryIntervalMs,
  orderLifetimeMs,
  orderPollIntervalMs,
  quietHistoryIntervalMs,
} from '#shared/config/limits.ts'
import { moved, pastEntry } from '#widget/testing/history.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { createOrderAtom } from './orders.ts'
import { becomes, begun, following, stateOf, worldOf } from './testing/order-world.ts'

const begunAt = worldOf().clock.now()

/** A payment of so many base units to the account, after the order began. */
const payment = (value: number) =>
  pastEntry(0, {
    transfers: [moved('in', `0.${String(value).padStart(18, '0')}`, 'ETH')],
    metadata: { hash: '0x01', operationType: 'receive', minedAt: new Date(begunAt + 6_000).toISOString() },
  })

/** An order of a thousand, of an account that had fifty, whose provider tells nothing. */
function quiet(script: Parameters<typeof worldOf>[0] = {}) {
  const world = worldOf({
    ...{ status: () => ({ status: 404 }), received: async () => undefined, balance: () => 50n },
    history: () => ({ body: { data: [], next: null } }),
    ...script,
  })
  world.store.set(createOrderAtom, begun)
  return { world, asked: () => world.urls.filter((url) => url.includes('/history')).length }
}

/** Lets time pass in steps until the history was read so often; how long that took, in milliseconds. */
async function timeFor(world: TestWorld, asked: () => number, count: number, stepMs: number) {
  const from = world.clock.now()
  await vi.waitFor(
    async () => {
      await world.clock.advance(stepMs)
      expect(asked()).toBeGreaterThanOrEqual(count)
    },
    { timeout: 10_000, interval: 1 },
  )
  return world.clock.now() - from
}

describe('the history of an order whose provider names no transaction', () => {
  it('behavior: a payment that came and was spent, all or in part, is found on the first look', async () => {
    const { world, asked } = quiet({
      balance: () => 10n,
      received: async () => 980n,
      history: () => ({ body: { data: [payment(980)], next: null } }),
    })
    following(world)
    await becomes(world, { is: 'matched', hash: '0x01', value: 980n })
    expect(asked()).toBe(1)
  })

  it('behavior: who comes back after a day is told of what had come, not that nothing was heard', async () => {
    const { world } = quiet({
      received: async () => 980n,
      history: () => ({ body: { data: [payment(980)], next: null } }),
    })
    await world.clock.advance(orderLifetimeMs + 1)
    following(world)
    await becomes(world, { is: 'matched', hash: '0x01', value: 980n })
  })

  it('behavior: while the balance does not show it, the history is read every minute, and less often with age', async () => {
    const { world, asked } = quiet()
    following(world)
    await timeFor(world, asked, 1, 100)
    expect(await timeFor(world, asked, 3, 1_000)).toBeGreaterThan(quietHistoryIntervalMs)
    await world.clock.advance(orderLifetimeMs / 2)
    const before = asked()
    expect(await timeFor(world, asked, before + 1, 5_000)).toBeLessThanOrEqual(orderLifetimeMs / 60)
    const one = await timeFor(world, asked, before + 2, 5_000)
    expect(one).toBeGreaterThan(5 * quietHistoryIntervalMs)
  })

  it('behavior: once the balance rose it is read every 15 s, and no more often', async () => {
    let balance = 50n
    const { world, asked } = quiet({ balance: () => balance })
    following(world)
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'opened' })
    balance = 1_040n
    await becomes(world, { is: 'risen', value: 990n })
    const [from, count] = [world.clock.now(), asked()]
    await timeFor(world, asked, count + 3, orderHistoryIntervalMs / 10)
    expect(asked()).toBeLessThanOrEqual(count + 2 + (world.clock.now() - from) / orderHistoryIntervalMs)
  })
})
