import { describe, expect, it } from 'vitest'
import { orderClockAllowanceMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import { type PastTransfer, pastEntry, pastTransfer } from '#widget/testing/history.ts'
import type { TestResponse, TestWorld } from '#widget/testing/world.ts'
import type { OrderVerdictReason } from './order.ts'
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
  until,
} from './testing/order-world.ts'

const sent = respondWith({ status: 'sent', transactionHash: hash })
type History = () => TestResponse
/** What the chain reports of a payment, in addition to the test's overrides. */
type ChainResponses = Pick<NonNullable<Parameters<typeof orderWorld>[0]>, 'received' | 'minedAt'>

const notFound = (): TestResponse => ({ status: 404 })
const units = (value: number): string => `0.${String(value).padStart(18, '0')}`

/** A payment of `value` base units to the account, `afterMs` after the order. */
const payment = (n: number, value: number, afterMs: number, transfers?: PastTransfer[]) =>
  pastEntry(0, {
    id: `past-${n}`,
    transfers: transfers ?? [pastTransfer('in', units(value), 'ETH')],
    metadata: {
      hash: `0x0${n}`,
      operationType: 'receive',
      minedAt: new Date(begunAt + afterMs).toISOString(),
    },
  })
/** The clock of the worlds starts there. */
const begunAt = orderWorld().clock.now()
const page = (...data: readonly unknown[]): TestResponse => ({ body: { data, next: null } })

/** Waits until open orders were polled several times. */
const pollSeveralTimes = (world: TestWorld) =>
  until(world, () => world.urls.filter((url) => url.includes('/orders/')).length > 8)

describe('transaction that the provider names', () => {
  it.each<[OrderVerdictReason, string, bigint, number, object]>([
    ['older', 'is older than the order', 1_000n, -orderClockAllowanceMs - 1, {}],
    ['nothing', 'brought the account nothing', 0n, 0, {}],
    ['less', 'brought less than nine tenths of it', 899n, 0, { value: 899n }],
  ])(
    'transaction that is %s (%s) › not arrived, and the mismatch is reported',
    async (reason, _, value, after, brought) => {
      const world = orderWorld({
        status: sent,
        received: async () => value,
        minedAt: async () => begunAt + after,
        balance: () => 5_000n,
      })
      world.store.set(createOrderAtom, newOrder)
      startPolling(world)
      await becomes(world, { is: 'doubtful', hash, misfit: reason, ...brought })
      await world.clock.advance(20 * orderPollIntervalMs)
      expect(stateOf(world)).toEqual({ is: 'doubtful', hash, misfit: reason, ...brought })
    },
  )

  it('clock slightly ahead, and nine tenths of the amount › arrived', async () => {
    const minedAt = async () => begunAt - orderClockAllowanceMs
    const world = orderWorld({ status: sent, received: async () => 900n, minedAt })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await becomes(world, { is: 'arrived', hash, value: 900n })
  })

  it('transaction of another order › not accepted, whatever the provider reports', async () => {
    const world = orderWorld({ status: sent, received: async () => 998n })
    world.store.set(createOrderAtom, { ...newOrder, id: 'an-earlier-order' })
    world.store.set(recordOrderAtom, 'an-earlier-order', { is: 'arrived', hash, value: 998n })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await becomes(world, { is: 'doubtful', hash, misfit: 'claimed' })
  })

  it('received amount unknown › a balance rise is reported as such, not as arrived', async () => {
    let balance = 50n
    const world = orderWorld({ status: sent, received: async () => undefined, balance: () => balance })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await becomes(world, { is: 'doubtful', hash, misfit: 'nothing' })
    const next = orderWorld({ status: sent, received: async () => undefined, balance: () => balance })
    balance = 1_040n
    next.store.set(createOrderAtom, newOrder)
    startPolling(next)
    await becomes(next, { is: 'risen', hash, value: 990n })
  })

  it('provider names another transaction later › it is verified too', async () => {
    let named = hash
    const world = orderWorld({
      status: () => ({ body: { status: 'sent', transactionHash: named } }),
      received: async (requestedHash) => (requestedHash === hash ? 0n : 1_000n),
    })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await becomes(world, { is: 'doubtful', hash, misfit: 'nothing' })
    named = `0x${'e2'.repeat(32)}`
    await becomes(world, { is: 'arrived', hash: named, value: 1_000n })
  })
})

describe('order whose provider names no transaction', () => {
  it('payment that matches in amount and time › found in the history, and named', async () => {
    const world = orderWorld({
      status: notFound,
      balance: () => 1_030n,
      received: async (requestedHash) => (requestedHash === '0x02' ? 980n : 0n),
      history: () =>
        page(
          payment(1, 980, 9_000, [pastTransfer('out', units(980), 'ETH')]),
          payment(2, 980, 6_000),
          payment(3, 5_000, 5_000),
          payment(4, 980, -orderClockAllowanceMs - 1),
        ),
    })
    world.store.set(createOrderAtom, newOrder)
    startPolling(world)
    await becomes(world, { is: 'matched', hash: '0x02', value: 980n })
  })

  it.each<[string, History, ChainResponses]>([
    ['has none that fits', () => page(payment(1, 5_000, 1_000)), {}],
    [
      'tells of one that the chain does not know',
      () => page(payment(9, 990, 1_000)),
      { minedAt: async () => undefined },
    ],
    ['tells of one whose value the chain does not tell', () => page(payment(9, 990, 1_000)), {}],
    [
      'tells of one that brought another value by the chain',
      () => page(payment(9, 990, 1_000)),
      { received: async () => 5_000n },
    ],
    ['cannot be had', () => ({ status: 400 }), {}],
  ])(
    'history that %s › only the balance rise is reported, never as arrived',
    async (_, history, chainResponses) => {
      const world = orderWorld({
        ...{ status: notFound, balance: () => 1_040n, history },
        received: async () => undefined,
        ...chainResponses,
      })
      world.store.set(createOrderAtom, newOrder)
      startPolling(world)
      await becomes(world, { is: 'risen', value: 990n })
      await world.clock.advance(20 * orderPollIntervalMs)
      expect(stateOf(world)).toEqual({ is: 'risen', value: 990n })
    },
  )

  it('one payment, two open orders › only the first matches', async () => {
    const world = orderWorld({
      ...{ status: notFound, balance: () => 1_040n, received: async () => 990n },
      history: () => page(payment(1, 990, 1_000)),
    })
    world.store.set(createOrderAtom, newOrder)
    world.store.set(recordOrderAtom, id, { is: 'matched', hash: '0x01', value: 990n })
    world.store.set(createOrderAtom, { ...newOrder, id: 'second' })
    startPolling(world)
    await pollSeveralTimes(world)
    expect(stateOf(world, 'second')).toEqual({ is: 'opened' })
  })

  it('two orders polled together › one payment does not match both', async () => {
    const world = orderWorld({
      ...{ status: notFound, balance: () => 1_040n, received: async () => 990n },
      history: () => page(payment(1, 990, 1_000)),
    })
    world.store.set(createOrderAtom, newOrder)
    world.store.set(createOrderAtom, { ...newOrder, id: 'second' })
    startPolling(world)
    await pollSeveralTimes(world)
    const states = [stateOf(world)?.is, stateOf(world, 'second')?.is]
    expect(states.filter((is) => is === 'matched')).toEqual(['matched'])
  })
})
