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

/** A payment of `value` base units to the account, after the order began. */
const payment = (value: number) =>
  pastEntry(0, {
    transfers: [moved('in', `0.${String(value).padStart(18, '0')}`, 'ETH')],
    metadata: { hash: '0x01', operationType: 'receive', minedAt: new Date(begunAt + 6_000).toISOString() },
  })

/** An order of a thousand units for an account that had fifty, whose provider reports nothing. */
function quiet(script: Parameters<typeof worldOf>[0] = {}) {
  const world = worldOf({
    ...{ status: () => ({ status: 404 }), received: async () => undefined, balance: () => 50n },
    history: () => ({ body: { data: [], next: null } }),
    ...script,
  })
  world.store.set(createOrderAtom, begun)
  return { world, asked: () => world.urls.filter((url) => url.includes('/history')).length }
}

/** Advances time in steps until the history was read `count` times; returns the duration in milliseconds. */
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

describe('history of an order whose provider names no transaction', () => {
  it('payment received and spent, fully or partly › found on the first poll', async () => {
    const { world, asked } = quiet({
      balance: () => 10n,
      received: async () => 980n,
      history: () => ({ body: { data: [payment(980)], next: null } }),
    })
    following(world)
    await becomes(world, { is: 'matched', hash: '0x01', value: 980n })
    expect(asked()).toBe(1)
  })

  it('user returns after a day › an earlier delivery is reported, not a timeout', async () => {
    const { world } = quiet({
      received: async () => 980n,
      history: () => ({ body: { data: [payment(980)], next: null } }),
    })
    await world.clock.advance(orderLifetimeMs + 1)
    following(world)
    await becomes(world, { is: 'matched', hash: '0x01', value: 980n })
  })

  it('balance unchanged › history is read every minute, and less often with age', async () => {
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

  it('balance rose › history is read every 15 s, and no more often', async () => {
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
