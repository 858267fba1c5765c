import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { orderLifetimeMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import type { ChainAdapter, ContractCalls } from '#widget/chains/contract.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import {
  type Answer,
  alice,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWorld,
} from '../test-world.ts'
import type { Order, OrderEvent, OrderState } from './order.ts'
import { beginOrderAtom, orderAtom, recordOrderAtom } from './orders.ts'
import { followOrdersAtom } from './watch-orders.ts'

const id = 'the-order'
const hash = `0x${'d1'.repeat(32)}`
const begun: Omit<Order, 'at' | 'updatedAt' | 'state'> = {
  ...{ id, kind: 'buy', to: alice, expected: 1_000n, before: 50n, url: 'https://provider.example/' },
  provider: { id: 'meld', name: 'Meld' },
  asset: {
    chain: parseChainId('eip155:1'),
    address: undefined,
    ...{ symbol: 'ETH', name: 'Ether', decimals: 18 },
  },
}

type Script = {
  readonly status?: () => Answer
  readonly received?: ContractCalls['received']
  readonly balance?: () => bigint
  readonly over?: TestWorldOptions
}

const unexpected = () => Promise.reject(new Error('Unexpected call'))

/** A world whose service and chain follow a script. */
function worldOf({ status, received, balance, over }: Script = {}): TestWorld {
  const adapter: Partial<ChainAdapter> = {
    ...(balance ? { nativeBalance: async () => balance() } : {}),
    ...(received
      ? { contractCalls: { estimate: unexpected, send: unexpected, verify: unexpected, received } }
      : {}),
  }
  return testWorld({
    clock: fakeClock(),
    adapter: testAdapter(adapter),
    routes: status ? { [`/v1/onramp/orders/${id}`]: status } : {},
    ...over,
  })
}

/** Follows as a screen does; returns what ends that. */
const following = ({ store }: TestWorld): (() => void) => {
  const stop = store.sub(followOrdersAtom, () => undefined)
  onTestFinished(stop)
  return stop
}
const stateOf = ({ store }: TestWorld): OrderState | undefined => store.get(orderAtom(id))?.state

/** Waits for a state while the world's time passes. */
const becomes = (world: TestWorld, state: OrderState) =>
  vi.waitFor(
    async () => {
      await world.clock.advance(orderPollIntervalMs / 4)
      expect(stateOf(world)).toEqual(state)
    },
    { timeout: 5_000, interval: 5 },
  )

const told =
  (body: unknown): (() => Answer) =>
  () => ({ body })

describe('followOrdersAtom', () => {
  it('behavior: an order goes from paid to sent by the provider’s word, and has arrived only when the chain shows it', async () => {
    let status: unknown = { status: 'processing' }
    let shown: bigint | undefined
    const world = worldOf({ status: () => ({ body: status }), received: async () => shown })
    world.store.set(beginOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'paid' })
    status = { status: 'sent', transactionHash: hash }
    await becomes(world, { is: 'sent', hash })
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
    shown = 998n
    await becomes(world, { is: 'arrived', hash, value: 998n })
  })

  it('error: a transaction that brought the account nothing is no arrival, whatever the provider says', async () => {
    const status = told({ status: 'sent', transactionHash: hash })
    const world = worldOf({ status, received: async () => 0n, balance: () => 5_000n })
    world.store.set(beginOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'sent', hash })
    await world.clock.advance(20 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
  })

  it('error: the transaction that another order arrived by is not this one’s, whatever the provider says', async () => {
    const status = told({ status: 'sent', transactionHash: hash })
    const world = worldOf({ status, received: async () => 998n })
    world.store.set(beginOrderAtom, { ...begun, id: 'an-earlier-order' })
    world.store.set(recordOrderAtom, 'an-earlier-order', { is: 'arrived', hash, value: 998n })
    world.store.set(beginOrderAtom, begun)
    following(world)
    await becomes(world, { is: 'sent', hash })
    await world.clock.advance(20 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'sent', hash })
  })

  it('behavior: a service that tells nothing leaves it to the balance', async () => {
    let balance = 50n
    const world = worldOf({ status: () => ({ status: 404 }), balance: () => balance })
    world.store.set(beginOrderAtom, begun)
    following(world)
    await world.clock.advance(3 * orderPollIntervalMs)
    balance = 100n
    await world.clock.advance(3 * orderPollIntervalMs)
    expect(stateOf(world)).toEqual({ is: 'opened' })
    balance = 1_040n
    await becomes(world, { is: 'arrived', value: 990n })
  })

  it('behavior: a balance that rises by something else is no arrival while the provider waits for the person', async () => {
    let asked = 0
    const status = (): Answer => {
      asked += 1
      return asked === 2 ? { status: 400 } : { body: { status: 'waiting' } }
    }
    const world = worldOf({ status, balance: () => 9_999n })
    world.store.set(beginOrderAtom, begun)
    following(world)
    await vi.waitFor(async () => {
      await world.clock.advance(orderPollIntervalMs / 4)
      expect(asked).toBeGreaterThan(4)
    })
    expect(stateOf(world)).toEqual({ is: 'opened' })
  })

  it.each<[string, unknown, OrderState]>([
    ['declined', { status: 'failed', reason: 'No\u202e funds' }, { is: 'failed', reason: 'No funds' }],
    ['lapsed', { status: 'expired' }, { is: 'expired' }],
  ])('error: an order that was %s has ended', async (_, body, state) => {
    const world = worldOf({ status: told(body) })
    world.store.set(beginOrderAtom, begun)
    following(world)
    await becomes(world, state)
    const asked = world.urls.length
    await world.clock.advance(10 * orderPollIntervalMs)
    expect(world.urls.length).toBe(asked)
  })

  it('error: after a day without a word nobody knows', async () => {
    const world = worldOf({ status: told({ status: 'processing' }), received: async () => undefined })
    world.store.set(beginOrderAtom, begun)
    const stop = following(world)
    await becomes(world, { is: 'paid' })
    stop()
    await world.clock.advance(orderLifetimeMs)
    following(world)
    await becomes(world, { is: 'unknown' })
  })

  it('behavior: nobody is asked while nobody looks', async () => {
    const world = worldOf({ status: told({ status: 'waiting' }) })
    world.store.set(beginOrderAtom, begun)
    const stop = following(world)
    await vi.waitFor(async () => {
      await world.clock.advance(10)
      expect(world.urls.some((url) => url.startsWith('/v1/onramp/orders/'))).toBe(true)
    })
    stop()
    const asked = world.urls.length
    await world.clock.advance(20 * orderPollIntervalMs)
    expect(world.urls.length).toBe(asked)
  })

  it.each<[string, readonly OrderEvent[]]>([
    ['opened', []],
    ['paid', [{ is: 'paid' }]],
    ['sent', [{ is: 'paid' }, { is: 'sent', hash }]],
  ])(
    'behavior: the tab is killed while an order is %s; the next page life follows it to its end',
    async (_, events) => {
      const storage = memoryArea()
      const first = worldOf({ over: { storage } })
      first.store.set(beginOrderAtom, begun)
      for (const event of events) first.store.set(recordOrderAtom, id, event)
      const next = worldOf({
        status: told({ status: 'sent', transactionHash: hash }),
        received: async () => 1_000n,
        over: { storage, pageId: 'later' },
      })
      following(next)
      await becomes(next, { is: 'arrived', hash, value: 1_000n })
    },
  )
})
