import { describe, expect, it } from 'vitest'
import { orderClockAllowanceMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import { moved, type PastTransfer, pastEntry } from '#widget/testing/history.ts'
import type { Answer, TestWorld } from '#widget/testing/world.ts'
import type { OrderVerdictReason } from './order.ts'
import { createOrderAtom, recordOrderAtom } from './orders.ts'
import { becomes, begun, following, hash, id, stateOf, told, until, worldOf } from './testing/order-world.ts'

const sent = told({ status: 'sent', transactionHash: hash })
type History = () => Answer
/** What the chain reports of a payment, in addition to the test's overrides. */
type Proof = Pick<NonNullable<Parameters<typeof worldOf>[0]>, 'received' | 'minedAt'>

const silent = (): Answer => ({ status: 404 })
const units = (value: number): string => `0.${String(value).padStart(18, '0')}`

/** A payment of `value` base units to the account, `afterMs` after the order. */
const payment = (n: number, value: number, afterMs: number, transfers?: PastTransfer[]) =>
  pastEntry(0, {
    id: `past-${n}`,
    transfers: transfers ?? [moved('in', units(value), 'ETH')],
    metadata: {
      hash: `0x0${n}`,
      operationType: 'receive',
      minedAt: new Date(begunAt + afterMs).toISOString(),
    },
  })
/** The clock of the worlds starts there. */
const begunAt = worldOf().clock.now()
const page = (...data: readonly unknown[]): Answer => ({ body: { data, next: null } })

/** Waits until open orders were polled several times. */
const settled = (world: TestWorld) =>
  until(world, () => world.urls.filter((url) => url.includes('/orders/')).length > 8)

describe('transaction that the provider names', () => {
  it.each<[OrderVerdictReason, string, bigint, number, object]>([
    ['older', 'is older than the order', 1_000n, -orderClockAllowanceMs - 1, {}],
    ['nothing', 'brought the account nothing', 0n, 0, {}],
    ['less', 'brought less than nine tenths of it', 899n, 0, { value: 899n }],
  ])(
    'transaction that is %s (%s) › not arrived, and the mismatch is reported',
    async (misfit, _, value, after, brought) => {
      const world = worldOf({
        status: sent,
        received: async () => value,
        minedAt: async () => begunAt + after,
        balance: () => 5_000n,
      })
      world.store.set(createOrderAtom, begun)
      following(world)
      await becomes(world, { is: 'doubtful', hash, misfit, ...brought })
      await world.clock.advance(20 * orderPollIntervalMs)
      expect(stateOf(world)).toEqual({ is: 'doubtful', hash, misfit, ...brought })
    },
  )

  it('clock slightly ahead, and nine tenths of the amount › arrived', async () => {
    const minedAt = async () => begunAt - orderClockAllowanceMs
    const world = worldOf({ status: sent, received: async () => 900n, minedAt })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'arrived', hash, value: 900n })
  })

  it('transaction of another order › not accepted, whatever the provider reports', async () => {
    const world = worldOf({ status: sent, received: async () => 998n })
    world.store.set(createOrderAtom, { ...begun, id: 'an-earlier-order' })
    world.store.set(recordOrderAtom, 'an-earlier-order', { is: 'arrived', hash, value: 998n })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'doubtful', hash, misfit: 'claimed' })
  })

  it('received amount unknown › a balance rise is reported as such, not as arrived', async () => {
    let balance = 50n
    const world = worldOf({ status: sent, received: async () => undefined, balance: () => balance })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'doubtful', hash, misfit: 'nothing' })
    const next = worldOf({ status: sent, received: async () => undefined, balance: () => balance })
    balance = 1_040n
    next.store.set(createOrderAtom, begun)
    following(next)
    await becomes(next, { is: 'risen', hash, value: 990n })
  })

  it('provider names another transaction later › it is verified too', async () => {
    let named = hash
    const world = worldOf({
      status: () => ({ body: { status: 'sent', transactionHash: named } }),
      received: async (asked) => (asked === hash ? 0n : 1_000n),
    })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'doubtful', hash, misfit: 'nothing' })
    named = `0x${'e2'.repeat(32)}`
    await becomes(world, { is: 'arrived', hash: named, value: 1_000n })
  })
})

describe('order whose provider names no transaction', () => {
  it('payment that matches in amount and time › found in the history, and named', async () => {
    const world = worldOf({
      status: silent,
      balance: () => 1_030n,
      received: async (asked) => (asked === '0x02' ? 980n : 0n),
      history: () =>
        page(
          payment(1, 980, 9_000, [moved('out', units(980), 'ETH')]),
          payment(2, 980, 6_000),
          payment(3, 5_000, 5_000),
          payment(4, 980, -orderClockAllowanceMs - 1),
        ),
    })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'matched', hash: '0x02', value: 980n })
  })

  it.each<[string, History, Proof]>([
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
  ])('history that %s › only the balance rise is reported, never as arrived', async (_, history, proof) => {
    const world = worldOf({
      ...{ status: silent, balance: () => 1_040n, history },
      received: async () => undefined,
      ...proof,
    })
    world.store.set(createOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'risen', value: 990n })
    await world.clock.advance(20 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'risen', value: 990n })
  })

  it('one payment, two open orders › only the first matches', async () => {
    const world = worldOf({
      ...{ status: silent, balance: () => 1_040n, received: async () => 990n },
      history: () => page(payment(1, 990, 1_000)),
    })
    world.store.set(createOrderAtom, begun)
    world.store.set(recordOrderAtom, id, { is: 'matched', hash: '0x01', value: 990n })
    world.store.set(createOrderAtom, { ...begun, id: 'second' })
    following(world)
    await settled(world)
    expect(stateOf(world, 'second')).toEqual({ is: 'opened' })
  })

  it('two orders polled together › one payment does not match both', async () => {
    const world = worldOf({
      ...{ status: silent, balance: () => 1_040n, received: async () => 990n },
      history: () => page(payment(1, 990, 1_000)),
    })
    world.store.set(createOrderAtom, begun)
    world.store.set(createOrderAtom, { ...begun, id: 'second' })
    following(world)
    await settled(world)
    const states = [stateOf(world)?.is, stateOf(world, 'second')?.is]
    expect(states.filter((is) => is === 'matched')).toEqual(['matched'])
  })
})
