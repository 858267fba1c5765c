import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { abandonedOrderIntervalMs, orderLifetimeMs } from '#shared/config/limits.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { type CancelState, canCancelOrderAtom, cancelOrderAtom, cancelStateAtom } from './cancel-order.ts'
import type { OrderState } from './order.ts'
import { createOrderAtom, recordOrderAtom } from './orders.ts'
import {
  becomes,
  hash,
  id,
  newOrder,
  orderWorld,
  respondWith,
  startPolling,
  stateOf,
} from './testing/order-world.ts'

describe('cancelOrderAtom', () => {
  it.each<[string, TestResponse, OrderState, CancelState]>([
    ['waits for the person', { body: { status: 'waiting' } }, { is: 'abandoned' }, { is: 'idle' }],
    ['tells nothing of orders', { status: 404 }, { is: 'abandoned' }, { is: 'idle' }],
    ['has the payment', { body: { status: 'processing' } }, { is: 'paid' }, { is: 'refused', why: 'paid' }],
    [
      'has sent it',
      { body: { status: 'sent', transactionHash: hash } },
      { is: 'sent', hash },
      { is: 'refused', why: 'paid' },
    ],
    ['says that it failed', { body: { status: 'failed' } }, { is: 'failed' }, { is: 'idle' }],
    ['cannot be asked', { status: 400 }, { is: 'opened' }, { is: 'refused', why: 'unreachable' }],
  ])('user did not pay › cancel, and the provider %s', async (_, response, state, givingUp) => {
    const world = orderWorld({ status: () => response })
    world.store.set(createOrderAtom, newOrder)
    await world.store.set(cancelOrderAtom, id)
    expect(stateOf(world)).toEqual(state)
    expect(world.store.get(cancelStateAtom(id))).toEqual(givingUp)
    expect(world.urls).toHaveLength(1)
  })

  it('delivery after cancelling › is reported', async () => {
    let status: unknown = { status: 'waiting' }
    const world = orderWorld({ status: () => ({ body: status }), received: async () => 1_000n })
    world.store.set(createOrderAtom, newOrder)
    await world.store.set(cancelOrderAtom, id)
    startPolling(world)
    status = { status: 'sent', transactionHash: hash }
    await becomes(world, { is: 'arrived', hash, value: 1_000n })
  })

  it('cancelled › a balance rise is ignored; polled rarely, for a day', async () => {
    const world = orderWorld({ status: () => ({ status: 404 }), balance: () => 9_999n })
    world.store.set(createOrderAtom, newOrder)
    await world.store.set(cancelOrderAtom, id)
    const statusCallCount = () => world.urls.filter((url) => url.includes('/orders/')).length
    const stop = startPolling(world)
    const from = world.clock.now()
    await vi.waitFor(
      async () => {
        await world.clock.advance(abandonedOrderIntervalMs / 10)
        expect(statusCallCount()).toBeGreaterThan(3)
      },
      { interval: 1 },
    )
    expect(stateOf(world)).toEqual({ is: 'abandoned' })
    expect(statusCallCount()).toBeLessThanOrEqual(2 + (world.clock.now() - from) / abandonedOrderIntervalMs)
    stop()
    await world.clock.advance(orderLifetimeMs)
    const before = statusCallCount()
    startPolling(world)
    await world.clock.advance(10 * abandonedOrderIntervalMs)
    expect(statusCallCount()).toBe(before)
  })

  it('named transaction unseen for a day › can be dismissed, not before', async () => {
    const world = orderWorld()
    world.store.set(createOrderAtom, newOrder)
    world.store.set(recordOrderAtom, id, { is: 'sent', hash })
    expect(world.store.get(canCancelOrderAtom(id))).toBe('none')
    world.store.set(canCancelOrderAtom(id))
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
    await world.clock.advance(orderLifetimeMs)
    onTestFinished(world.store.sub(canCancelOrderAtom(id), () => undefined))
    await world.clock.advance(2_000)
    expect(world.store.get(canCancelOrderAtom(id))).toBe('overdue')
    world.store.set(canCancelOrderAtom(id))
    expect(stateOf(world)).toEqual({ is: 'unknown', misfit: 'unseen', hash })
    expect(world.urls).toEqual([])
  })

  it('paid order › is not cancelled, and the provider is not called', async () => {
    const world = orderWorld({
      status: respondWith({ status: 'processing' }),
      received: async () => undefined,
    })
    world.store.set(createOrderAtom, newOrder)
    const stop = startPolling(world)
    await becomes(world, { is: 'paid' })
    stop()
    const before = world.urls.length
    await world.store.set(cancelOrderAtom, id)
    expect([stateOf(world), world.urls.length]).toEqual([{ is: 'paid' }, before])
  })
})
