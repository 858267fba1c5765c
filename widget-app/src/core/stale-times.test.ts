import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { fetchRetryGapMs } from '#shared/config/limits.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { nameQuery, nameTypingPauseMs } from '#widget/domain/names/name-query.ts'
import { loadQueryEngineAtom, queryAtom } from '#widget/lib/query.ts'
import type { Atom } from '#widget/lib/state.ts'
import { alice, type TestWorldOptions, testAdapter, testWorld } from '#widget/testing/world.ts'
import { staleTimesMs } from './stale-times.ts'

const start = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const mainnet = parseChainId('eip155:1')
const account = accountId(mainnet, alice)
const ether = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: mainnet, price: 3000.5 },
  quantity: { decimals: '18', numeric: '1.5' },
}

/** Mounts the query, unmounts it, and mounts it again later. */
async function mountTwice(options: TestWorldOptions) {
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
  return async (ms: number, query: Atom<unknown>) => {
    await advance(start + ms - Date.now())
    const leave = store.sub(query, () => undefined)
    await advance(nameTypingPauseMs)
    for (let step = 0; step < 4; step += 1) await advance(0)
    leave()
  }
}

describe('stale times (SPEC §9)', () => {
  it.each([
    ['portfolio', staleTimesMs.portfolio, 30_000],
    ['native balance', staleTimesMs.nativeBalance, 30_000],
    ['token price', staleTimesMs.tokenPrice, 15_000],
    ['history', staleTimesMs.history, 15_000],
    ['name lookup', staleTimesMs.nameLookup, 300_000],
    ['identity', staleTimesMs.identity, 300_000],
    ['retry gap of balances', fetchRetryGapMs, 30_000],
  ])('%s › %i ms', (_, ms, expected) => {
    expect(ms).toBe(expected)
  })

  it('API balances › fetched again after 30 s, not before', async () => {
    let callCount = 0
    const mount = await mountTwice({
      routes: {
        '/v1/supported-chains': () => ({ body: { http: [mainnet], ws: [] } }),
        [`/v1/account/${alice}/balance`]: () => {
          callCount += 1
          return { body: { balances: [ether] } }
        },
      },
    })
    await mount(0, balancesAtom(account))
    await mount(29_000, balancesAtom(account))
    expect(callCount).toBe(1)
    await mount(31_000, balancesAtom(account))
    expect(callCount).toBe(2)
  })

  it('chain balance › read again after 30 s, not before', async () => {
    let callCount = 0
    const nativeBalance = async () => {
      callCount += 1
      return 7n
    }
    const mount = await mountTwice({
      routes: { '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) },
      adapter: testAdapter({ nativeBalance }),
    })
    await mount(0, balancesAtom(account))
    await mount(29_000, balancesAtom(account))
    expect(callCount).toBe(1)
    await mount(31_000, balancesAtom(account))
    expect(callCount).toBe(2)
  })

  it('reverse resolution › fetched again after five minutes, not before', async () => {
    let callCount = 0
    const resolveName = async (name: string) => {
      callCount += 1
      return { name, address: alice, avatar: undefined }
    }
    // A new atom each time, as another view has it.
    const lookupAtom = () => queryAtom((get) => nameQuery(get, mainnet, 'anna.eth'))
    const mount = await mountTwice({ adapter: testAdapter({ resolveName }) })
    await mount(0, lookupAtom())
    await mount(299_000, lookupAtom())
    expect(callCount).toBe(1)
    await mount(302_000, lookupAtom())
    expect(callCount).toBe(2)
  })
})
