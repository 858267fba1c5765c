import { expect, onTestFinished, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { orderPollIntervalMs } from '#shared/config/limits.ts'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import {
  alice,
  type TestResponse,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWorld,
} from '#widget/testing/world.ts'
import type { Order, OrderState } from '../order.ts'
import { orderPollingAtom } from '../order-polling.ts'
import { orderAtom } from '../orders.ts'

/** Test only: an order of a thousand base units of ether, and a world whose service and chain follow a script. */

export const id = 'the-order'
export const hash = `0x${'d1'.repeat(32)}`
export const newOrder: Omit<Order, 'at' | 'updatedAt' | 'state'> = {
  ...{ id, kind: 'buy', to: alice, expected: 1_000n, before: 50n, url: 'https://provider.example/' },
  provider: { id: 'meld', name: 'Meld' },
  asset: {
    chain: parseChainId('eip155:1'),
    address: undefined,
    ...{ symbol: 'ETH', name: 'Ether', decimals: 18 },
  },
}

/** Responses of service and chain; `minedAt` is long after every order unless a test sets it. */
type Script = {
  readonly status?: () => TestResponse
  readonly received?: ContractCalls['received']
  readonly minedAt?: ContractCalls['minedAt']
  readonly history?: (url: URL) => TestResponse
  readonly balance?: () => bigint
  readonly over?: TestWorldOptions
}

const farFuture = async () => Date.UTC(2100, 0)

/** A world whose service and chain follow a script. */
export function orderWorld({
  status,
  received,
  minedAt = farFuture,
  history,
  balance,
  over,
}: Script = {}): TestWorld {
  const adapter: TestAdapterParts = {
    ...(balance ? { nativeBalance: async () => balance() } : {}),
    ...(received ? { contractCalls: { ...unexpectedCalls, received, minedAt } } : {}),
  }
  return testWorld({
    clock: fakeClock(),
    adapter: testAdapter(adapter),
    routes: {
      ...(status ? { [`/v1/onramp/orders/${id}`]: status, '/v1/onramp/orders/second': status } : {}),
      ...(history ? { [`/v1/account/${alice}/history`]: history } : {}),
    },
    ...over,
  })
}

/** Polls as a view does; returns a function that stops it. */
export const startPolling = ({ store }: TestWorld): (() => void) => {
  const stop = store.sub(orderPollingAtom, () => undefined)
  onTestFinished(stop)
  return stop
}
export const stateOf = ({ store }: TestWorld, of = id): OrderState | undefined =>
  store.get(orderAtom(of))?.state

/** Advances the clock until the order has a state. */
export const becomes = (world: TestWorld, state: OrderState) =>
  vi.waitFor(
    async () => {
      await world.clock.advance(orderPollIntervalMs / 4)
      expect(stateOf(world)).toEqual(state)
    },
    { timeout: 5_000, interval: 5 },
  )

/** Advances the clock until a condition is true, independent of the speed of this machine. */
export async function until(world: TestWorld, isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    await world.clock.advance(orderPollIntervalMs / 4)
    // Responses arrive in separate tasks.
    await new Promise(setImmediate)
  }
}

/** A service that always returns this body. */
export const respondWith =
  (body: unknown): (() => TestResponse) =>
  () => ({ body })
