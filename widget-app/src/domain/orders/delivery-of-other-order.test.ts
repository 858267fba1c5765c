import { describe, expect, it, vi } from 'vitest'
import {
  orderHistoryIntervalMs,
  orderLifetimeMs,
  orderPollIntervalMs,
  quietHistoryIntervalMs,
} from '#shared/config/limits.ts'
import { pastEntry, pastTransfer } from '#widget/testing/history.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { createOrderAtom } from './orders.ts'
import { becomes, newOrder, orderWorld, startPolling, stateOf } from './testing/order-world.ts'

const begunAt = orderWorld().clock.now()

/** A payment of `value` base units to the account, after the order began. */
const payment = (value: number) =>
  pastEntry(0, {
    transfers: [pastTransfer('in', `0.${String(value).padStart(18, '0')}`, 'ETH')],
    metadata: { hash: '0x01', operationType: 'receive', minedAt: new Date(begunAt + 6_000).toISOString() },
  })

/** An order of a thousand units for an account that had fifty, whose provider reports nothing. */
function orderWithoutStatus(script: Parameters<typeof orderWorld>[0] = {}) {
  const world = orderWorld({
    ...{ status: () => ({ status: 404 }), received: async () => undefined, balance: () => 50n },
    history: () => ({ body: { data: [], next: null } }),
    ...script,
  })
  world.store.set(createOrderAtom, newOrder)
  return { world, asked: () => world.urls.filter((url) => url.includes('/history')).length }
}

/** Advances time in steps until the history was read `count` times; returns the duration in milliseconds. */
async function timeUntilReads(
  world: TestWorld,
  historyReadCount: () => number,
  count: number,
  stepMs: number,
) {
  const from = world.clock.now()
  await vi.waitFor(
    async () => {
      await world.clock.advance(stepMs)
      expect(historyReadCount()).toBeGreaterThanOrEqual(count)
    },
    { timeout: 10_000, interval: 1 },
  )
  return world.clock.now() - from
}

describe('history of an order whose provider names no transaction', () => {
  it('payment received and spent, fully or partly › found on the first poll', async () => {
    const { world, asked: historyReadCount } = orderWithoutStatus({
      balance: () => 10n,
      received: async () => 980n,
      history: () => ({ body: { data: [payment(980)], next: null } }),
    })
    startPolling(world)
    await becomes(world, { is: 'matched', hash: '0x01', value: 980n })
    expect(historyReadCount()).toBe(1)
  })

  it('user returns after a day › an earlier delivery is reported, not a timeout', async () => {
    const { world } = orderWithoutStatus({
      received: async () => 980n,
      history: () => ({ body: { data: [payment(980)], next: null } }),
    })
    await world.clock.advance(orderLifetimeMs + 1)
    startPolling(world)
    await becomes(world, { is: 'matched', hash: '0x01', value: 980n })
  })

  it('balance unchanged › history is read every minute, and less often with age', async () => {
    const { world, asked: historyReadCount } = orderWithoutStatus()
    startPolling(world)
    await timeUntilReads(world, historyReadCount, 1, 100)
    expect(await timeUntilReads(world, historyReadCount, 3, 1_000)).toBeGreaterThan(quietHistoryIntervalMs)
    await world.clock.advance(orderLifetimeMs / 2)
    const before = historyReadCount()
    expect(await timeUntilReads(world, historyReadCount, before + 1, 5_000)).toBeLessThanOrEqual(
      orderLifetimeMs / 60,
    )
    const one = await timeUntilReads(world, historyReadCount, before + 2, 5_000)
    expect(one).toBeGreaterThan(5 * quietHistoryIntervalMs)
  })

  it('balance rose › history is read every 15 s, and no more often', async () => {
    let balance = 50n
    const { world, asked: historyReadCount } = orderWithoutStatus({ balance: () => balance })
    startPolling(world)
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'opened' })
    balance = 1_040n
    await becomes(world, { is: 'risen', value: 990n })
    const [from, count] = [world.clock.now(), historyReadCount()]
    await timeUntilReads(world, historyReadCount, count + 3, orderHistoryIntervalMs / 10)
    expect(historyReadCount()).toBeLessThanOrEqual(
      count + 2 + (world.clock.now() - from) / orderHistoryIntervalMs,
    )
  })
})
