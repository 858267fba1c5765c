import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { historyLifetimeMs } from '#shared/config/limits.ts'
import { closeToastAtom, toastAtom } from '#widget/core/notices.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { activityAtom } from '#widget/features/account/activity.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { pastEntry } from '#widget/testing/history.ts'
import { alice, bob, type TestResponse, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { fetchNextHistoryPageAtom, hasHistoryAtom, historyAtom, refetchHistoryAtom } from './history.ts'
import { beginTransactionAtom, recordTransactionAtom } from './journal.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 20, 12), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const mainnet = parseChainId('eip155:1')
const account = accountId(mainnet, alice)
const path = `/v1/account/${alice}/history`
const supported = { '/v1/supported-chains': () => ({ body: { http: ['eip155:1'], ws: [] } }) }

/** A service with `count` transactions; `ahead` more arrive after the first read; three a page. */
function service(count: number) {
  const state = { ahead: 0, asked: [] as string[] }
  const response = (url: URL): TestResponse => {
    const cursor = url.searchParams.get('cursor')
    state.asked.push(cursor ?? 'newest')
    const all = Array.from({ length: count + state.ahead }, (_, at) => at - state.ahead + 1)
    const from = cursor === null ? 0 : all.indexOf(Number(cursor)) + 1
    const numbers = all.slice(from, from + 3)
    const last = numbers.at(-1)
    const next = last === undefined || last === count ? null : String(last)
    return { body: { data: numbers.map((n) => pastEntry(n + 100)), next } }
  }
  return { state, routes: { ...supported, [path]: response } }
}

async function mountHistory(options: TestWorldOptions) {
  const world = testWorld(options)
  await world.store.set(loadQueryEngineAtom)
  world.store.set(openModalAtom)
  const advance = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await world.clock.advance(ms)
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  const watch = () => world.store.sub(activityAtom(account), () => undefined)
  const stop = watch()
  await advance(0)
  await advance(0)
  const get = () => world.store.get(historyAtom(account))
  const ids = () => get().records.map(({ id }) => Number(id.slice(5)) - 100)
  const more = async () => {
    world.store.set(fetchNextHistoryPageAtom, account)
    await advance(0)
  }
  const refresh = async () => {
    const done = world.store.set(refetchHistoryAtom, account)
    await advance(0)
    await advance(20_000)
    await done
  }
  return { ...world, turn: advance, get, ids, more, refresh, watch, stop }
}

describe('historyAtom', () => {
  it('pages › follow by cursor to the end, each record once', async () => {
    const { routes, state } = service(7)
    const { get, ids, more } = await mountHistory({ routes })
    expect([ids(), get().more]).toEqual([[1, 2, 3], 'available'])
    await more()
    expect([ids(), get().more]).toEqual([[1, 2, 3, 4, 5, 6], 'available'])
    await more()
    expect([ids(), get().more]).toEqual([[1, 2, 3, 4, 5, 6, 7], 'none'])
    await more()
    expect(state.asked).toEqual(['newest', '3', '6'])
  })

  it('next page requested › tracked with account and cursor', async () => {
    const { routes } = service(7)
    const { more, events } = await mountHistory({ routes })
    await more()
    await more()
    await more()
    const asked = events.filter(({ event }) => event === 'LOAD_MORE_TRANSACTIONS')
    const page = { address: alice, projectId: 'demo', isSmartAccount: false }
    expect(asked.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ ...page, cursor: '3' }),
      expect.objectContaining({ ...page, cursor: '6' }),
    ])
  })

  it('page › cached for 15 s by account, chain and cursor; page 2 is never page 1', async () => {
    const { routes, state } = service(7)
    const { stop, watch, more, turn: advance, ids, urls } = await mountHistory({ routes })
    await more()
    stop()
    await advance(historyLifetimeMs - 2_000)
    const again = watch()
    await advance(0)
    expect(state.asked).toEqual(['newest', '3'])
    again()
    await advance(3_000)
    watch()
    await advance(0)
    expect(state.asked).toEqual(['newest', '3', 'newest', '3'])
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6])
    expect(urls.filter((url) => url.startsWith(path)).every((url) => url.includes('chainId=eip155'))).toBe(
      true,
    )
  })

  it('new records › precede the fetched pages, none of which is lost', async () => {
    const { routes, state } = service(7)
    const { more, refresh, ids } = await mountHistory({ routes })
    await more()
    state.ahead = 2
    await refresh()
    expect(ids()).toEqual([-1, 0, 1, 2, 3, 4, 5, 6])
    await more()
    expect(ids()).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('so many new records that a gap is possible › the list starts again', async () => {
    const { routes, state } = service(7)
    const { more, refresh, ids } = await mountHistory({ routes })
    await more()
    state.ahead = 5
    await refresh()
    expect(ids()).toEqual([-4, -3, -2])
    await more()
    expect(ids()).toEqual([-4, -3, -2, -1, 0, 1])
  })

  it('chain that no service lists › no fetch', async () => {
    const { urls, store } = await mountHistory({
      routes: { '/v1/supported-chains': () => ({ body: { http: ['eip155:8453'], ws: [] } }) },
    })
    expect(store.get(hasHistoryAtom(account))).toBe(false)
    expect(urls.some((url) => url.startsWith(path))).toBe(false)
  })

  it('basic mode › no history, and no fetch', async () => {
    const { routes } = service(3)
    const { urls, store } = await mountHistory({ routes, config: { basic: true } })
    expect(store.get(hasHistoryAtom(account))).toBe(false)
    expect(urls.some((url) => url.startsWith(path))).toBe(false)
  })

  it.each(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'polkadot:91b171bb158e2d3848fa23a9f1c25182'])(
    'history of %s › the journal only (SPEC §6)',
    async (chain) => {
      const { store } = await mountHistory({
        routes: { '/v1/supported-chains': () => ({ body: { http: [chain], ws: [] } }) },
      })
      expect(store.get(hasHistoryAtom(accountId(parseChainId(chain), 'somebody')))).toBe(false)
    },
  )
})

describe('activityAtom', () => {
  const transfer = {
    from: alice,
    to: bob,
    asset: { chain: mainnet, address: undefined, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
    value: 1_500_000n,
  }
  const connection = testConnection({ chain: mainnet })

  it('own transfer › shown at once, and replaced when the service has it', async () => {
    const { routes } = service(2)
    const { store } = await mountHistory({ routes })
    const id = store.set(beginTransactionAtom, connection, transfer)
    const readHistory = () => {
      const { pending, settled } = store.get(activityAtom(account))
      return [pending.map(({ key }) => key), settled.map(({ key }) => key)]
    }
    expect(readHistory()).toEqual([[id], ['past-101', 'past-102']])
    const { hash } = pastEntry(101).metadata
    store.set(recordTransactionAtom, id, {
      is: 'submitted',
      transaction: { chain: mainnet, from: alice, hash, nonce: 4 },
    })
    expect(readHistory()).toEqual([[], [id, 'past-102']])
  })
})

describe('failures', () => {
  const good = { body: { data: [pastEntry(101)], next: null } }
  const faults: readonly (readonly [string, () => TestResponse | Promise<TestResponse>])[] = [
    ['429 with Retry-After beyond patience', () => ({ status: 429, headers: { 'retry-after': '60' } })],
    ['500', () => ({ status: 500 })],
    ['no answer in time', () => new Promise<TestResponse>(() => {})],
    ['wrong shape', () => ({ body: { data: [{ id: 1 }], next: null } })],
    ['empty body', () => ({ body: {} })],
  ]

  it.each(faults)('%s › reported once, and Try again fetches it', async (_, fault) => {
    let isDown = true
    const {
      get,
      turn: advance,
      store,
      refresh,
      ids,
      events,
    } = await mountHistory({
      routes: { ...supported, [path]: () => (isDown ? fault() : good) },
    })
    for (let step = 0; step < 4; step += 1) await advance(5_000)
    expect(get().newest.is).toBe('failed')
    expect(store.get(toastAtom)).toEqual({
      message: 'Failed to fetch transactions',
      variant: 'error',
      open: true,
    })
    store.set(closeToastAtom)
    await refresh()
    expect([get().newest.is, store.get(toastAtom).open]).toEqual(['failed', false])
    const failures = events.filter(({ event }) => event === 'ERROR_FETCH_TRANSACTIONS')
    expect(failures.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ address: alice, projectId: 'demo', cursor: undefined }),
      expect.objectContaining({ address: alice, projectId: 'demo', cursor: undefined }),
    ])
    isDown = false
    await refresh()
    expect([get().newest.is, ids()]).toEqual(['ready', [1]])
  })

  it.each(faults)('%s › fetched records stay', async (_, fault) => {
    let isDown = false
    const { get, store, refresh, ids } = await mountHistory({
      routes: { ...supported, [path]: () => (isDown ? fault() : good) },
    })
    isDown = true
    await refresh()
    expect(get().newest).toMatchObject({ is: 'ready', failure: { error: expect.any(Error) } })
    expect([ids(), store.get(toastAtom).open]).toEqual([[1], true])
  })

  it('429 with a short Retry-After › is awaited, no notice', async () => {
    let asked = 0
    const {
      get,
      turn: advance,
      store,
    } = await mountHistory({
      routes: {
        ...supported,
        [path]: () => {
          asked += 1
          return asked === 1 ? { status: 429, headers: { 'retry-after': '2' } } : good
        },
      },
    })
    await advance(1_900)
    expect(asked).toBe(1)
    await advance(200)
    expect([asked, get().newest.is, store.get(toastAtom).open]).toEqual([2, 'ready', false])
  })

  it('empty history › is none, not a failure', async () => {
    const { get, store } = await mountHistory({
      routes: { ...supported, [path]: () => ({ body: { data: [], next: null } }) },
    })
    expect(get()).toMatchObject({ records: [], more: 'none', newest: { is: 'ready' } })
    expect(store.get(toastAtom).open).toBe(false)
  })

  it('later page fails › the others stay, and it is fetched again', async () => {
    const { routes, state } = service(7)
    let isDown = false
    const response = routes[path]
    const {
      get,
      more,
      turn: advance,
      ids,
    } = await mountHistory({
      routes: {
        ...routes,
        [path]: (url) =>
          isDown && url.searchParams.has('cursor') ? { status: 400 } : (response?.(url) ?? good),
      },
    })
    isDown = true
    await more()
    expect([ids(), get().more]).toEqual([[1, 2, 3], 'failed'])
    isDown = false
    await more()
    await advance(0)
    expect([ids(), get().more]).toEqual([[1, 2, 3, 4, 5, 6], 'available'])
    expect(state.asked).toEqual(['newest', '3'])
  })

  it('supported chains unknown › the history itself is fetched', async () => {
    const { ids } = await mountHistory({
      routes: { '/v1/supported-chains': () => ({ status: 400 }), [path]: () => good },
    })
    expect(ids()).toEqual([1])
  })
})
