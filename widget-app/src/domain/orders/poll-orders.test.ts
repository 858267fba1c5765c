import { describe, expect, it, vi } from 'vitest'
import {
  orderLifetimeMs,
  orderPollIntervalMaxMs,
  orderPollIntervalMs,
  sentOrderLifetimeMs,
} from '#shared/config/limits.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { Answer } from '#widget/testing/world.ts'
import { isOpenOrder, type OrderEvent, type OrderState } from './order.ts'
import { createOrderAtom, ordersAtom, recordOrderAtom } from './orders.ts'
import { becomes, begun, following, hash, id, stateOf, told, until, worldOf } from './testing/order-world.ts'

describe('pollOpenOrdersAtom', () => {
  it('provider reports paid and sent › arrived only when the chain shows it', async () => {
    let status: unknown = { status: 'processing' }
    let shown: bigint | undefined
    const world = worldOf({ status: () => ({ body: status }), received: async () => shown })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'paid' })
    status = { status: 'sent', transactionHash: hash }
    await becomes(world, { is: 'sent', hash })
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
    shown = 998n
    await becomes(world, { is: 'arrived', hash, value: 998n })
  })

  it('unrelated balance rise while the provider waits for the user › not arrived', async () => {
    let asked = 0
    const status = (): Answer => {
      asked += 1
      return asked === 2 ? { status: 400 } : { body: { status: 'waiting' } }
    }
    const world = worldOf({ status, balance: () => 9_999n })
    world.store.set(createOrderAtom, begun)
    following(world)
    await until(world, () => asked > 4)
    expect(stateOf(world)).toEqual({ is: 'opened' })
  })

  it.each<[string, unknown, OrderState]>([
    ['declined', { status: 'failed', reason: 'No\u202e funds' }, { is: 'failed', reason: 'No funds' }],
    ['lapsed', { status: 'expired' }, { is: 'expired' }],
  ])('order that was %s › has ended', async (_, body, state) => {
    const world = worldOf({ status: told(body) })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, state)
    const asked = world.urls.length
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(world.urls.length).toBe(asked)
  })

  it('no report for a day › unknown', async () => {
    const world = worldOf({ status: told({ status: 'processing' }), received: async () => undefined })
    world.store.set(createOrderAtom, begun)
    const stop = following(world)
    await becomes(world, { is: 'paid' })
    stop()
    await world.clock.advance(orderLifetimeMs)
    following(world)
    await becomes(world, { is: 'unknown' })
  })

  it('named transaction unseen › polled ever more rarely for a week, then unknown', async () => {
    const world = worldOf({
      status: told({ status: 'sent', transactionHash: hash }),
      received: async () => 1_000n,
      minedAt: async () => undefined,
    })
    world.store.set(createOrderAtom, begun)
    const stop = following(world)
    await becomes(world, { is: 'sent', hash })
    stop()
    await world.clock.advance(sentOrderLifetimeMs - orderLifetimeMs)
    const asked = world.urls.length
    following(world)
    const untilAsked = async (more: number) => {
      await vi.waitFor(
        async () => {
          await world.clock.advance(orderPollIntervalMs)
          expect(world.urls.length).toBeGreaterThanOrEqual(asked + more)
        },
        { timeout: 5_000, interval: 1 },
      )
      return world.clock.now()
    }
    const first = await untilAsked(1)
    expect((await untilAsked(3)) - first).toBeGreaterThan(orderPollIntervalMaxMs)
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
    await world.clock.advance(orderLifetimeMs)
    await becomes(world, { is: 'unknown', misfit: 'unseen', hash })
    expect(world.store.get(ordersAtom).filter(isOpenOrder)).toEqual([])
  })

  it('no subscriber › no polling', async () => {
    const world = worldOf({ status: told({ status: 'waiting' }) })
    world.store.set(createOrderAtom, begun)
    const stop = following(world)
    await until(world, () => world.urls.some((url) => url.startsWith('/v1/onramp/orders/')))
    stop()
    const asked = world.urls.length
    await world.clock.advance(20 * orderPollIntervalMs)
    expect(world.urls.length).toBe(asked)
  })

  it.each<[string, readonly OrderEvent[]]>([
    ['opened', []],
    ['paid', [{ is: 'paid' }]],
    ['sent', [{ is: 'paid' }, { is: 'sent', hash }]],
  ])('tab killed while an order is %s › the next document polls it to its end', async (_, events) => {
    const storage = memoryArea()
    const first = worldOf({ over: { storage } })
    first.store.set(createOrderAtom, begun)
    for (const event of events) first.store.set(recordOrderAtom, id, event)
    const next = worldOf({
      status: told({ status: 'sent', transactionHash: hash }),
      received: async () => 1_000n,
      over: { storage, pageId: 'later' },
    })
    following(next)
    await becomes(next, { is: 'arrived', hash, value: 1_000n })
  })

  it('malformed order › reload › the others are there', () => {
    const storage = memoryArea()
    const { store } = worldOf({ over: { storage } })
    store.set(createOrderAtom, begun)
    store.set(createOrderAtom, { ...begun, id: 'odd', expected: 10n ** 81n })
    const { store: reloaded } = worldOf({ over: { storage, pageId: 'later' } })
    expect(reloaded.get(ordersAtom)).toMatchObject([{ id }])
  })
})
