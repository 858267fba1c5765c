import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { nextWalletPageAtom } from '#widget/domain/wallets/wallet-catalogue.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { type TestResponse, type TestWorldOptions, testWallet, testWorld } from '#widget/testing/world.ts'
import { searchInputAtom } from './search-text.ts'
import { fetchNextWalletsAtom, retryWalletsAtom } from './wallet-list.ts'
import { imageLoaderAtom, walletCatalogueAtom } from './wallet-pages.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const names = Array.from({ length: 95 }, (_, at) => `Wallet ${String(at + 1).padStart(3, '0')}`)
const idOf = (name: string) => name.toLowerCase().replace(' ', '-')
const entry = (name: string, over: object = {}) => ({
  id: idOf(name),
  name,
  image_id: idOf(name),
  chains: ['eip155:1'],
  namespaces: ['eip155'],
  ...over,
})
const all = names.map((name) => entry(name))

/** A server with 95 wallets that pages, searches and filters like the real one. */
function respond(url: URL): TestResponse {
  const list = (name: string) => url.searchParams.get(name)?.split(',')
  const search = url.searchParams.get('search')?.toLowerCase()
  const matches = all.filter(
    ({ id, name }) =>
      list('include')?.includes(id) !== false &&
      !list('exclude')?.includes(id) &&
      name.toLowerCase().includes(search ?? ''),
  )
  const entries = Number(url.searchParams.get('entries'))
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * entries
  return { body: { data: matches.slice(from, from + entries), count: matches.length } }
}

type World = ReturnType<typeof testWorld>

async function advance(world: World, ms = 0) {
  await vi.advanceTimersByTimeAsync(ms)
  await world.clock.advance(ms)
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(0)
  }
}

async function openCatalogue(
  options: TestWorldOptions = {},
  load: (address: string) => Promise<void> = async () => {},
) {
  const world = testWorld({ routes: { '/getWallets': respond }, bundledWallets: all, ...options })
  await world.store.set(loadQueryEngineAtom)
  world.store.set(imageLoaderAtom, { load })
  world.store.set(watchWalletsAtom)
  world.store.set(openModalAtom)
  const subscribe = (search = '') => world.store.sub(walletCatalogueAtom(search), () => undefined)
  const get = (search = '') => world.store.get(walletCatalogueAtom(search))
  subscribe()
  await advance(world)
  await advance(world)
  return { ...world, world, subscribe, get, ids: (search = '') => get(search).rows.map(({ id }) => id) }
}

const pages = ({ urls }: World) =>
  urls
    .filter((url) => !url.includes('search='))
    .map((url) => new URLSearchParams(url.split('?')[1]).get('page'))

describe('pages', () => {
  it('all wallets › pages of 40, each fetched once, with the total', async () => {
    const { world, store, get } = await openCatalogue()
    expect(get()).toMatchObject({ total: 95, more: 'available', isOffline: false })
    expect(get().rows).toHaveLength(40)
    for (const [rows, more] of [
      [80, 'available'],
      [95, 'none'],
      [95, 'none'],
    ] as const) {
      store.set(fetchNextWalletsAtom)
      await advance(world)
      expect([get().rows.length, get().more, get().total]).toEqual([rows, more, 95])
    }
    expect(pages(world)).toEqual(['1', '2', '3'])
  })

  it('installed, featured, custom, then listed wallets › each once', async () => {
    const config = {
      featuredWalletIds: ['wallet-090', 'wallet-002'],
      customWallets: [{ id: 'own', name: 'Own' }],
      excludeWalletIds: ['wallet-003'],
    }
    const { ids, get } = await openCatalogue({
      config,
      wallets: [testWallet({ name: 'Wallet 005', rdns: 'com.five' })],
    })
    expect(ids().slice(0, 7)).toEqual([
      'com.five',
      'wallet-090',
      'wallet-002',
      'own',
      'wallet-001',
      'wallet-004',
      'wallet-006',
    ])
    expect(new Set(ids()).size).toBe(ids().length)
    // The server's 94, the custom one, and the installed one until its page is loaded.
    expect(get().total).toBe(96)
  })

  it.each([
    ['the API’s list', {}],
    ['the built-in list', { routes: { '/getWallets': (): TestResponse => ({ status: 400 }) } }],
  ])('next page of %s › keeps the rows before it', async (_, options: TestWorldOptions) => {
    const { world, store, get } = await openCatalogue(options)
    const before = get().rows
    store.set(fetchNextWalletsAtom)
    await advance(world)
    expect(get().rows).toHaveLength(80)
    expect(
      get()
        .rows.slice(20, 40)
        .every((row, at) => row === before[at + 20]),
    ).toBe(true)
  })

  it('wallet of a later page › found by id elsewhere', async () => {
    const { world, store } = await openCatalogue()
    store.set(fetchNextWalletsAtom)
    await advance(world)
    expect(store.get(walletByIdAtom('wallet-070'))?.name).toBe('Wallet 070')
    expect(store.get(store.get(nextWalletPageAtom))).toHaveLength(80)
  })

  it('wallet found only by a search › found by id; the search text is kept', async () => {
    const { world, store, subscribe } = await openCatalogue()
    const view = { name: 'AllWallets' } as const
    store.set(viewStackAtom, { to: 'push', view })
    store.set(store.get(searchInputAtom)(view), 'wallet 09')
    subscribe('wallet 09')
    await advance(world, 300)
    store.set(viewStackAtom, { to: 'push', view: { name: 'GetWallet', walletId: 'wallet-090' } })
    expect(store.get(walletByIdAtom('wallet-090'))?.name).toBe('Wallet 090')
    store.set(viewStackAtom, { to: 'back' })
    const top = store.get(viewStackAtom).at(-1)
    expect(top?.name === 'AllWallets' && store.get(store.get(searchInputAtom)(top))).toBe('wallet 09')
  })
})

describe('icons', () => {
  it('first 20 icons › preloaded before the rows, which wait at most 2 s', async () => {
    const requested: string[] = []
    const { world, get } = await openCatalogue({}, (address) => {
      requested.push(address)
      return new Promise(() => {})
    })
    expect(requested).toHaveLength(20)
    expect(requested[0]).toContain('/getWalletImage/wallet-001')
    expect(get()).toMatchObject({ more: 'loading' })
    await advance(world, 1_999)
    expect(get().rows.length).toBeLessThan(40)
    await advance(world, 1)
    expect(get().rows).toHaveLength(40)
  })

  it('icons fail › rows do not wait', async () => {
    const { get } = await openCatalogue({}, () => Promise.reject(new Error('no such picture')))
    expect(get().rows).toHaveLength(40)
  })
})

describe('search', () => {
  it('search › fetched after 300 ms without input, 100 at most; aborts older ones', async () => {
    const world = await openCatalogue()
    const stop = world.subscribe('wallet 01')
    await advance(world.world, 299)
    stop()
    world.subscribe('wallet 012')
    await advance(world.world, 299)
    expect(world.urls.filter((url) => url.includes('search='))).toEqual([])
    await advance(world.world, 1)
    const requested = world.urls.filter((url) => url.includes('search='))
    expect(requested).toHaveLength(1)
    expect(requested[0]).toContain('page=1&entries=100&search=wallet+012')
    expect(world.ids('wallet 012')).toEqual(['wallet-012'])
  })

  it('local matches › shown at once, the rest when the API responds', async () => {
    const { world, subscribe, ids, get } = await openCatalogue()
    subscribe('0')
    expect(ids('0')).toHaveLength(40)
    expect(get('0').more).toBe('loading')
    await advance(world, 300)
    expect(get('0')).toMatchObject({ total: 95, more: 'none' })
  })

  it('custom and installed wallets › found; excluded ones are not', async () => {
    const { world, subscribe, ids } = await openCatalogue({
      config: {
        includeWalletIds: ['wallet-001', 'wallet-002', 'wallet-003'],
        excludeWalletIds: ['wallet-002'],
        customWallets: [{ id: 'own', name: 'Own wallet' }],
      },
      wallets: [testWallet({ name: 'Wallet X', rdns: 'com.x' }), testWallet()],
    })
    subscribe('wallet')
    await advance(world, 300)
    expect(ids('wallet')).toEqual(['com.x', 'wallet-001', 'wallet-003', 'own'])
  })

  it('nothing found › an empty list, not an error', async () => {
    const { world, subscribe, get } = await openCatalogue()
    subscribe('zzz')
    await advance(world, 300)
    expect(get('zzz')).toEqual({ rows: [], total: 0, more: 'none', isOffline: false })
  })

  it('server returns more than 100 › shows 100', async () => {
    const many = Array.from({ length: 250 }, (_, at) => entry(`Many ${at}`, { id: `many-${at}` }))
    const { world, subscribe, get } = await openCatalogue({
      routes: { '/getWallets': () => ({ body: { data: many, count: 250 } }) },
    })
    subscribe('many')
    await advance(world, 300)
    expect(get('many').rows).toHaveLength(100)
  })
})

describe('without the API', () => {
  it.each<[string, NonNullable<TestWorldOptions['routes']>, number]>([
    ['unreachable', {}, 1_100],
    ['too many requests (429)', { '/getWallets': () => ({ status: 429 }) }, 1_100],
    ['an error (500)', { '/getWallets': () => ({ status: 500 }) }, 1_100],
    ['garbage', { '/getWallets': () => ({ body: { data: 'nothing' } }) }, 0],
    ['empty', { '/getWallets': () => ({ body: '' }) }, 0],
    ['silent', { '/getWallets': () => new Promise<never>(() => {}) }, 3_000],
  ])('%s › bundled list, by pages and in the search', async (_, routes, ms) => {
    const { world, store, subscribe, get, ids } = await openCatalogue({ routes })
    await advance(world, ms)
    await advance(world)
    expect(get()).toMatchObject({ total: 95, more: 'available', isOffline: true })
    expect(get().rows).toHaveLength(40)
    store.set(fetchNextWalletsAtom)
    await advance(world)
    expect(get().rows).toHaveLength(80)
    subscribe('wallet 09')
    // At once, before the API has failed.
    expect(ids('wallet 09')).toEqual(names.slice(89).map(idOf))
  })

  it('slow response › replaces the bundled list', async () => {
    let send = (_: TestResponse) => {}
    const slow = new Promise<TestResponse>((resolve) => {
      send = resolve
    })
    const { world, get } = await openCatalogue({
      routes: { '/getWallets': () => slow },
      bundledWallets: all.slice(0, 3),
    })
    await advance(world, 3_000)
    expect(get()).toMatchObject({ total: 3, isOffline: true })
    send(respond(new URL('https://api.example/getWallets?page=1&entries=40')))
    await advance(world)
    expect(get()).toMatchObject({ total: 95, isOffline: false })
  })

  it('API is back, retry › shows its list', async () => {
    let isOnline = false
    const { world, store, get } = await openCatalogue({
      routes: { '/getWallets': (url) => (isOnline ? respond(url) : { status: 503 }) },
      bundledWallets: all.slice(0, 3),
    })
    await advance(world, 1_100)
    await advance(world)
    expect(get()).toMatchObject({ total: 3, isOffline: true })
    isOnline = true
    void store.set(retryWalletsAtom)
    await advance(world)
    expect(get()).toMatchObject({ total: 95, isOffline: false })
  })

  it('later page fails › bundled list continues, without duplicates', async () => {
    const { world, store, get, ids } = await openCatalogue({
      routes: {
        '/getWallets': (url) => (url.searchParams.get('page') === '1' ? respond(url) : { status: 500 }),
      },
    })
    store.set(fetchNextWalletsAtom)
    await advance(world, 1_100)
    await advance(world)
    expect(get()).toMatchObject({ isOffline: true, total: 95 })
    expect(new Set(ids()).size).toBe(80)
  })
})
