import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import {
  alice,
  type TestResponse,
  type TestWorldOptions,
  testAdapter,
  testWorld,
} from '#widget/testing/world.ts'
import { balanceSourceAtom } from './balance-source.ts'
import { balancesAtom } from './balances.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const mainnet = parseChainId('eip155:1')
const account = accountId(mainnet, alice)
const balancePath = `/v1/account/${alice}/balance`
const ether = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: mainnet, price: 3000.5 },
  quantity: { decimals: '18', numeric: '1.5' },
}
const supported = () => ({ body: { http: [mainnet], ws: [] } })

type Fault = readonly [string, () => TestResponse | Promise<TestResponse>]
const faults: readonly Fault[] = [
  ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '2' } })],
  ['429 with Retry-After beyond patience', () => ({ status: 429, headers: { 'retry-after': '3600' } })],
  ['500', () => ({ status: 500 })],
  ['no answer in time', () => new Promise<TestResponse>(() => {})],
  ['the wrong shape', () => ({ body: { balances: [{ name: 1 }], http: 'all' } })],
  ['nothing', () => ({ body: {} })],
]

async function mountBalances(options: TestWorldOptions) {
  const world = testWorld(options)
  const { store, clock } = world
  await store.set(loadQueryEngineAtom)
  store.set(openModalAtom)
  const advance = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await clock.advance(ms)
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  /** Longer than all timeouts: ten seconds, and three retries. */
  const waitForRetries = async () => {
    for (let step = 0; step < 8; step += 1) await advance(2_000)
  }
  let toasts = 0
  store.sub(toastAtom, () => {
    if (store.get(toastAtom).open) toasts += 1
  })
  return { ...world, turn: advance, wait: waitForRetries, toasts: () => toasts }
}

describe('balances', () => {
  const watched = async (options: TestWorldOptions) => {
    const world = await mountBalances(options)
    world.store.sub(balancesAtom(account), () => undefined)
    await world.wait()
    return { ...world, get: () => world.store.get(balancesAtom(account)) }
  }

  it.each(faults)('balances › after %s, the chain is read, no notice', async (_, fault) => {
    const { get, toasts } = await watched({
      routes: { '/v1/supported-chains': supported, [balancePath]: fault },
      adapter: testAdapter({ nativeBalance: async () => 7n }),
    })
    expect(get()).toMatchObject({
      is: 'ready',
      data: [{ asset: { symbol: 'ETH' }, value: 7n, price: undefined, source: 'rpc' }],
    })
    expect(toasts()).toBe(0)
  })

  it.each(faults)(
    'balances › after %s, chain fails too › old ones stay, one toast, 30 s pause',
    async (_, fault) => {
      let isDown = false
      let callCount = 0
      const {
        get,
        store,
        toasts,
        turn: advance,
        wait: waitForRetries,
      } = await watched({
        routes: {
          '/v1/supported-chains': supported,
          [balancePath]: () => {
            callCount += 1
            return isDown ? fault() : { body: { balances: [ether] } }
          },
        },
        adapter: testAdapter({ nativeBalance: () => Promise.reject(new Error('No node')) }),
      })
      isDown = true
      void store.set(balancesAtom(account))
      await waitForRetries()
      const old = { is: 'ready', data: [{ value: 1_500_000_000_000_000_000n, price: '3000.5' }] }
      expect(get()).toMatchObject({ ...old, failure: { error: { code: 'balance/unavailable' } } })
      expect([toasts(), store.get(toastAtom).message]).toEqual([1, 'Token Balance Unavailable'])
      const before = callCount
      for (let attempt = 0; attempt < 5; attempt += 1) void store.set(balancesAtom(account))
      await advance(0)
      expect([callCount, toasts()]).toEqual([before, 1])
      isDown = false
      await advance(30_000)
      void store.set(balancesAtom(account))
      await waitForRetries()
      expect(get()).toMatchObject({ ...old, failure: undefined })
      expect(toasts()).toBe(1)
    },
  )
})

describe('supported chains', () => {
  it.each(faults)('after %s › the gateway is the balance source, no notice', async (_, fault) => {
    const {
      store,
      toasts,
      wait: waitForRetries,
    } = await mountBalances({ routes: { '/v1/supported-chains': fault } })
    store.sub(balanceSourceAtom(mainnet), () => undefined)
    await waitForRetries()
    expect(store.get(balanceSourceAtom(mainnet))).toBe('gateway')
    expect(toasts()).toBe(0)
  })
})
