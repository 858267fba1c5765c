import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { walletIdOf } from '#shared/channel/found-wallet.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { parseBundledWallets } from './catalogue-wallet.ts'
import { recentWalletsAtom } from './enabled-wallets.ts'
import topWallets from './generated/top-wallets.json' with { type: 'json' }
import bundledWallets from './generated/wallets.json' with { type: 'json' }
import { openModalAtom } from './modal.ts'
import { type TestWorldOptions, testWallet, testWorld } from './test-world.ts'
import { walletCountAtom, walletSearchAtom } from './wallet-catalogue.ts'
import { rowTarget, walletByIdAtom, walletListAtom, walletRowsAtom } from './wallets.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const entry = (id: string, over: object = {}) => ({
  id,
  name: id.toUpperCase(),
  image_id: id,
  chains: ['eip155:1'],
  homepage: `https://${id}.example`,
  ...over,
})
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const page = { data: names.map((id) => entry(id)), count: 123 }
const routes: NonNullable<TestWorldOptions['routes']> = {
  '/getWallets': (url) => {
    const include = url.searchParams.get('include')
    const search = url.searchParams.get('search')
    if (include !== null) {
      const data = include.split(',').map((id) => entry(id, { rdns: `com.${id}` }))
      return { body: { data, count: data.length } }
    }
    const data =
      search === null ? page.data : page.data.filter(({ name }) => name.includes(search.toUpperCase()))
    return { body: { data, count: search === null ? page.count : data.length } }
  },
}

async function opened(options: TestWorldOptions = {}) {
  const world = testWorld({ routes, ...options })
  await world.store.set(loadQueryEngineAtom)
  world.store.set(openModalAtom)
  world.store.sub(walletRowsAtom, () => undefined)
  await turn(world)
  const rows = () => world.store.get(walletRowsAtom).map((row) => `${row.group}:${row.id}`)
  return { ...world, rows }
}

/** Turns the platform's clock and the world's on together, and lets answers arrive. */
async function turn(world: { readonly clock: { advance(ms: number): Promise<void> } }, ms = 0) {
  await vi.advanceTimersByTimeAsync(ms)
  await world.clock.advance(ms)
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(0)
  }
}

describe('walletRowsAtom', () => {
  it('behavior: installed wallets first, then four featured and four recommended', async () => {
    const { rows } = await opened({ wallets: [testWallet()] })
    expect(rows()).toEqual([
      'injected:io.metamask',
      'featured:a',
      'featured:b',
      'featured:c',
      'featured:d',
      'recommended:e',
      'recommended:f',
      'recommended:g',
      'recommended:h',
    ])
  })

  it('behavior: nothing is asked of the server before the first opening', async () => {
    const world = testWorld({ routes })
    await world.store.set(loadQueryEngineAtom)
    world.store.sub(walletRowsAtom, () => undefined)
    await turn(world)
    expect(world.urls).toEqual([])
    world.store.set(openModalAtom)
    await turn(world)
    expect(world.urls).toEqual(['/getWallets?page=1&entries=40&projectId=demo&st=drawbridge&sv=widget-0.1.0'])
  })

  it.each<[string, Partial<HostConfigInput>, readonly string[]]>([
    [
      'featured ids, in their order',
      { featuredWalletIds: ['c', 'a'] },
      ['featured:c', 'featured:a', 'recommended:b', 'recommended:d', 'recommended:e', 'recommended:f'],
    ],
    ['included ids', { includeWalletIds: ['b', 'c'] }, ['featured:b', 'featured:c']],
    [
      'custom wallets',
      { includeWalletIds: ['b'], customWallets: [{ id: 'own', name: 'Own' }] },
      ['featured:b', 'custom:own'],
    ],
    ['no wallet serves the namespace', { platforms: ['solana'], networks: [] }, []],
  ])('param: %s', async (_, config, wanted) => {
    const { rows } = await opened({ config })
    expect(rows()).toEqual(wanted)
  })

  it('behavior: an excluded id hides the installed wallet with the rdns the catalogue knows', async () => {
    const wallets = [testWallet({ rdns: 'com.z', name: 'Other name' }), testWallet()]
    const { rows } = await opened({
      wallets,
      config: { excludeWalletIds: ['z', 'a'], includeWalletIds: ['a', 'b'] },
    })
    expect(rows()).toEqual(['injected:io.metamask', 'featured:b'])
  })

  it('behavior: wallets of namespaces the host does not want are not shown', async () => {
    const { rows } = await opened({
      wallets: [testWallet({ namespace: 'solana' })],
      config: { includeWalletIds: [] },
    })
    expect(rows()).toEqual([])
  })

  it('behavior: recent wallets come first, installed or not, once', async () => {
    const { store, rows } = await opened({
      wallets: [testWallet()],
      config: { includeWalletIds: ['a', 'b'] },
    })
    store.set(recentWalletsAtom, ['b', 'io.metamask'])
    expect(rows()).toEqual(['recent:b', 'recent:io.metamask', 'featured:a'])
  })

  it('error: without the server the built-in list takes its place, whole', async () => {
    const { store, rows, logs } = await opened({
      routes: {},
      topWallets: [entry('top')],
      bundledWallets: page.data,
    })
    expect(rows()).toEqual(['featured:top'])
    const world = await opened({ routes: {}, topWallets: [entry('top')], bundledWallets: page.data })
    await turn(world, 2_000)
    expect(world.rows()[0]).toBe('featured:a')
    expect(world.logs).toEqual(['APKT003 Network Error: Wallet Load Failed'])
    expect([store.get(walletCountAtom), logs.length]).toEqual([undefined, 0])
  })

  it('behavior: a picture known from the built-in list stays the same when the answer comes', async () => {
    const { store } = await opened({ topWallets: [entry('a', { image_url: '/wallets/a.svg' })] })
    const icons = store.get(walletRowsAtom).map((row) => row.icon)
    expect(icons.slice(0, 2)).toEqual([
      '/wallets/a.svg',
      '/getWalletImage/b?projectId=demo&st=drawbridge&sv=widget-0.1.0',
    ])
  })
})

describe('walletSearchAtom', () => {
  it('behavior: it asks after 300 ms, for at most 100; a newer search stops an older one', async () => {
    const world = await opened()
    const stop = world.store.sub(walletSearchAtom('b'), () => undefined)
    await turn(world, 299)
    stop()
    world.store.sub(walletSearchAtom('c'), () => undefined)
    await turn(world, 300)
    expect(world.urls.filter((url) => url.includes('search='))).toEqual([
      '/getWallets?page=1&entries=100&search=c&projectId=demo&st=drawbridge&sv=widget-0.1.0',
    ])
  })

  it('behavior: matching installed wallets come first, the rest of the list after', async () => {
    const wallet = testWallet({ rdns: 'com.cc', name: 'CC' })
    const world = await opened({ wallets: [testWallet(), wallet] })
    const list = walletListAtom('c')
    world.store.sub(list, () => undefined)
    await turn(world, 300)
    const loaded = world.store.get(list)
    expect(loaded.is === 'ready' && loaded.data.rows.map((row) => row.id)).toEqual(['com.cc', 'c'])
    expect(loaded).toMatchObject({ data: { isOffline: false, count: 1 } })
  })

  it('error: without the server the built-in list is searched', async () => {
    const world = await opened({ routes: {}, bundledWallets: page.data })
    world.store.sub(walletListAtom('j'), () => undefined)
    await turn(world, 300)
    await turn(world, 2_000)
    expect(world.store.get(walletListAtom('j'))).toMatchObject({
      is: 'ready',
      data: { isOffline: true, count: 1 },
    })
  })
})

describe('rows lead somewhere', () => {
  it('behavior: an installed wallet is connected in the wished namespace, another one is got', async () => {
    const evm = testWallet({ name: 'Phantom', rdns: 'app.phantom' })
    const solana = testWallet({
      name: 'Phantom',
      rdns: 'app.phantom',
      namespace: 'solana',
      handle: '5'.repeat(32),
    })
    const config: Partial<HostConfigInput> = { platforms: ['ethereum', 'solana'] }
    const { store } = await opened({ wallets: [evm, solana], config })
    const [first, second] = store.get(walletRowsAtom)
    if (!first || !second) throw new Error('two rows are shown')
    expect(rowTarget(first, 'solana')).toEqual({
      name: 'ConnectingExternal',
      walletId: walletIdOf(solana),
      handle: solana.handle,
    })
    expect(rowTarget(first, 'polkadot')).toMatchObject({ walletId: walletIdOf(evm) })
    expect(rowTarget(second, 'eip155')).toEqual({ name: 'GetWallet', walletId: 'a' })
    expect(store.get(walletByIdAtom('a'))?.entry?.links.web).toBe('https://a.example')
    expect(store.get(walletByIdAtom(walletIdOf(solana)))?.name).toBe('Phantom')
  })
})

describe('generated lists', () => {
  it.each([
    ['top', topWallets],
    ['whole', bundledWallets],
  ])('behavior: the %s list has the expected shape', (_, list) => {
    const wallets = parseBundledWallets(list)
    expect(
      wallets.every((wallet) => wallet.imageUrl?.startsWith('/wallets/') && wallet.namespaces.length > 0),
    ).toBe(true)
  })
})
