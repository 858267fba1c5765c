import { describe, expect, it, vi } from 'vitest'
import {
  orderLifetimeMs,
  orderPollIntervalMaxMs,
  orderPollIntervalMs,
  sentOrderLifetimeMs,
} from '#shared/config/limits.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { isOpenOrder, type OrderEvent, type OrderState } from './order.ts'
import { createOrderAtom, ordersAtom, recordOrderAtom } from './orders.ts'
import {
  becomes,
  hash,
  id,
  newOrder,
  orderWorld,
  respondWith,
  startPolling,
  stateOf,
  until,
} from './testing/order-world.ts'

describe('pollOpenOrdersAtom', () => {
  it('provider reports paid and sent › arrived only when the chain shows it', async () => {
    let status: unknown = { status: 'processing' }
    let received: bigint | undefined
    const world = orderWorld({ status: () => ({ body: status }), received: async () => received })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await becomes(world, { is: 'paid' })
    status = { status: 'sent', transactionHash: hash }
    await becomes(world, { is: 'sent', hash })
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
    received = 998n
    await becomes(world, { is: 'arrived', hash, value: 998n })
  })

  it('unrelated balance rise while the provider waits for the user › not arrived', async () => {
    let callCount = 0
    const status = (): TestResponse => {
      callCount += 1
      return callCount === 2 ? { status: 400 } : { body: { status: 'waiting' } }
    }
    const world = orderWorld({ status, balance: () => 9_999n })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await until(world, () => callCount > 4)
    expect(stateOf(world)).toEqual({ is: 'opened' })
  })

  it.each<[string, unknown, OrderState]>([
    ['declined', { status: 'failed', reason: 'No\u202e funds' }, { is: 'failed', reason: 'No funds' }],
    ['lapsed', { status: 'expired' }, { is: 'expired' }],
  ])('order that was %s › has ended', async (_, body, state) => {
    const world = orderWorld({ status: respondWith(body) })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await becomes(world, state)
    const callCount = world.urls.length
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(world.urls.length).toBe(callCount)
  })

  it('no report for a day › unknown', async () => {
    const world = orderWorld({
      status: respondWith({ status: 'processing' }),
      received: async () => undefined,
    })
    world.store.set(createOrderAtom, newOrder)
    const stop = startPolling(world)
    await becomes(world, { is: 'paid' })
    stop()
    await world.clock.advance(orderLifetimeMs)
    startPolling(world)
    await becomes(world, { is: 'unknown' })
  })

  it('named transaction unseen › polled ever more rarely for a week, then unknown', async () => {
    const world = orderWorld({
      status: respondWith({ status: 'sent', transactionHash: hash }),
      received: async () => 1_000n,
      minedAt: async () => undefined,
    })
    world.store.set(createOrderAtom, newOrder)
    const stop = startPolling(world)
    await becomes(world, { is: 'sent', hash })
    stop()
    await world.clock.advance(sentOrderLifetimeMs - orderLifetimeMs)
    const callCount = world.urls.length
    startPolling(world)
    const untilPolled = async (more: number) => {
      await vi.waitFor(
        async () => {
          await world.clock.advance(orderPollIntervalMs)
          expect(world.urls.length).toBeGreaterThanOrEqual(callCount + more)
        },
        { timeout: 5_000, interval: 1 },
      )
      return world.clock.now()
    }
    const first = await untilPolled(1)
    expect((await untilPolled(3)) - first).toBeGreaterThan(orderPollIntervalMaxMs)
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
    await world.clock.advance(orderLifetimeMs)
    await becomes(world, { is: 'unknown', misfit: 'unseen', hash })
    expect(world.store.get(ordersAtom).filter(isOpenOrder)).toEqual([])
  })

  it('no subscriber › no polling', async () => {
    const world = orderWorld({ status: respondWith({ status: 'waiting' }) })
    world.store.set(createOrderAtom, newOrder)
    const stop = startPolling(world)
    await until(world, () => world.urls.some((url) => url.startsWith('/v1/onramp/orders/')))
    stop()
    const callCount = world.urls.length
    await world.clock.advance(20 * orderPollIntervalMs)
    expect(world.urls.length).toBe(callCount)
  })

  it.each<[string, readonly OrderEvent[]]>([
    ['opened', []],
    ['paid', [{ is: 'paid' }]],
    ['sent', [{ is: 'paid' }, { is: 'sent', hash }]],
  ])('tab killed while an order is %s › the next document polls it to its end', async (_, events) => {
    const storage = memoryArea()
    const first = orderWorld({ over: { storage } })
    first.store.set(createOrderAtom, newOrder)
    for (const event of events) first.store.set(recordOrderAtom, id, event)
    const next = orderWorld({
      status: respondWith({ status: 'sent', transactionHash: hash }),
      received: async () => 1_000n,
      over: { storage, pageId: 'later' },
    })
    startPolling(next)
    await becomes(next, { is: 'arrived', hash, value: 1_000n })
  })

  it('malformed order › reload › the others are there', () => {
    const storage = memoryArea()
    const { store } = orderWorld({ over: { storage } })
    store.set(createOrderAtom, newOrder)
    store.set(createOrderAtom, { ...newOrder, id: 'odd', expected: 10n ** 81n })
    const { store: reloaded } = orderWorld({ over: { storage, pageId: 'later' } })
    expect(reloaded.get(ordersAtom)).toMatchObject([{ id }])
  })
})
