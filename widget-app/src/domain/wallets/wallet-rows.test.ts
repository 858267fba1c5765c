import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { widgetVersion } from '#widget/core/widget-version.ts'
import { dismissModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { type TestWorldOptions, testWallet, testWorld } from '#widget/testing/world.ts'
import { parseBundledWallets } from './catalogue-wallet.ts'
import { recentWalletsAtom } from './enabled-wallets.ts'
import topWallets from './generated/top-wallets.json' with { type: 'json' }
import bundledWallets from './generated/wallets.json' with { type: 'json' }
import { walletCountAtom } from './wallet-catalogue.ts'
import { type RowFacts, rowTarget, walletByIdAtom, walletRowsAtom } from './wallet-rows.ts'

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

/** Without WalletConnect, whose row would be first in each list, unless a test needs it. */
const noRelay = { walletConnect: { relayUrl: '' } }

async function openWorld(options: TestWorldOptions = {}) {
  const world = testWorld({ routes, deploy: noRelay, ...options })
  await world.store.set(loadQueryEngineAtom)
  world.store.set(openModalAtom)
  world.store.sub(walletRowsAtom, () => undefined)
  await advance(world)
  const rows = () => world.store.get(walletRowsAtom).map((row) => `${row.group}:${row.id}`)
  return { ...world, rows }
}

/** Advances the platform's clock and the world's together, and lets responses arrive. */
async function advance(world: { readonly clock: { advance(ms: number): Promise<void> } }, ms = 0) {
  await vi.advanceTimersByTimeAsync(ms)
  await world.clock.advance(ms)
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(0)
  }
}

describe('walletRowsAtom', () => {
  it('installed wallets first, then four featured and four recommended', async () => {
    const { rows } = await openWorld({ wallets: [testWallet()] })
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

  it('before the first opening › no fetch', async () => {
    const world = testWorld({ routes })
    await world.store.set(loadQueryEngineAtom)
    world.store.sub(walletRowsAtom, () => undefined)
    await advance(world)
    expect(world.urls).toEqual([])
    world.store.set(openModalAtom)
    await advance(world)
    expect(world.urls).toEqual([
      `/getWallets?page=1&entries=40&chains=eip155%3A1%2Ceip155%3A8453&projectId=demo&st=drawbridge&sv=${widgetVersion}`,
    ])
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
  ])('%s', async (_, config, expected) => {
    const { rows } = await openWorld({ config })
    expect(rows()).toEqual(expected)
  })

  it('excluded id › hides the installed wallet with its rdns', async () => {
    const wallets = [testWallet({ rdns: 'com.z', name: 'Other name' }), testWallet()]
    const { rows } = await openWorld({
      wallets,
      config: { excludeWalletIds: ['z', 'a'], includeWalletIds: ['a', 'b'] },
    })
    expect(rows()).toEqual(['injected:io.metamask', 'featured:b'])
  })

  it('installed wallet beyond the first page › bundled name and links, no API call', async () => {
    const wallets = [testWallet({ rdns: 'com.z', name: 'z.extension' })]
    const bundled = [entry('z', { rdns: 'com.z', image_url: '/wallets/z.svg', namespaces: ['eip155'] })]
    const { store, urls } = await openWorld({ wallets, bundledWallets: bundled })
    expect(store.get(walletRowsAtom)[0]).toMatchObject({
      id: 'com.z',
      name: 'Z',
      icon: '/wallets/z.svg',
      badge: 'installed',
      entry: { id: 'z', links: { web: 'https://z.example' } },
    })
    expect(urls).toHaveLength(1)
  })

  it('first page has every discovered wallet › the bundled list is not loaded', async () => {
    const load = vi.fn(async () => [])
    const world = testWorld({
      routes,
      deploy: noRelay,
      wallets: [testWallet({ name: 'A', rdns: 'com.first' })],
    })
    world.store.set(portsAtom, {
      ...world.store.get(portsAtom),
      bundled: { ...world.store.get(portsAtom).bundled, wallets: load },
    })
    await world.store.set(loadQueryEngineAtom)
    world.store.set(openModalAtom)
    world.store.sub(walletRowsAtom, () => undefined)
    await advance(world)
    expect(world.store.get(walletRowsAtom)[0]).toMatchObject({ id: 'com.first', entry: { id: 'a' } })
    expect(load).not.toHaveBeenCalled()
  })

  it('wallets of other namespaces › are not shown', async () => {
    const { rows } = await openWorld({
      wallets: [testWallet({ namespace: 'solana' })],
      config: { includeWalletIds: [] },
    })
    expect(rows()).toEqual([])
  })

  it('malformed entries › left out, the others stay; names are sanitized', async () => {
    const { rows, store } = await openWorld({
      routes: {
        '/getWallets': () => ({
          body: {
            data: [
              entry('long', { name: 'x'.repeat(10_000) }),
              entry('image', { image_id: '../../etc/passwd' }),
              'nonsense',
              entry('bidi', { name: 'Safe\u202e\u0000 Wallet' }),
              entry('good', { homepage: 'javascript:alert(1)', mobile_link: 'data:text/html,x' }),
            ],
            count: 5,
          },
        }),
      },
    })
    expect(rows()).toEqual(['featured:bidi', 'featured:good'])
    expect(store.get(walletByIdAtom('bidi'))?.name).toBe('Safe Wallet')
    expect(store.get(walletByIdAtom('good'))?.entry?.links).toMatchObject({
      web: undefined,
      mobile: undefined,
    })
  })

  it('requested namespace › only its wallets; an unconfigured one is ignored', async () => {
    const phantom = testWallet({ namespace: 'solana', source: 'wallet-standard', name: 'Phantom' })
    const world = await openWorld({
      wallets: [testWallet(), phantom],
      config: { platforms: ['ethereum', 'solana'] },
    })
    const installed = () => world.rows().filter((row) => row.startsWith('injected'))
    expect(installed()).toEqual(['injected:io.metamask', 'injected:Phantom'])
    world.store.set(openModalAtom, { namespace: 'solana' })
    expect(world.rows()).toEqual(['injected:Phantom'])
    world.store.set(openModalAtom, { namespace: 'polkadot' })
    expect(installed()).toHaveLength(2)
    world.store.set(dismissModalAtom)
    expect(installed()).toHaveLength(2)
  })

  it('fetch › chains of the host and its namespaces, without excluded wallets', async () => {
    const { urls } = await openWorld({
      config: {
        platforms: ['ethereum', 'solana'],
        networks: ['eip155:31337'],
        excludeWalletIds: ['a'],
        includeWalletIds: ['a', 'b'],
      },
    })
    const query = new URLSearchParams(urls[0]?.split('?')[1])
    expect(Object.fromEntries(query)).toMatchObject({
      chains: 'eip155:31337,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp,eip155:1',
      include: 'a,b',
      exclude: 'a',
    })
  })

  it('Browser Wallet › only with a provider, last of the installed ones', async () => {
    const legacy = testWallet({ ...{ name: 'Browser Wallet', rdns: undefined }, source: 'legacy' })
    const solana = testWallet({ ...{ name: 'Beacon', rdns: undefined }, namespace: 'solana' })
    const config: Partial<HostConfigInput> = { platforms: ['ethereum', 'solana'], includeWalletIds: [] }
    const { transport, rows } = await openWorld({ wallets: [legacy, testWallet(), solana], config })
    expect(rows()).toEqual(['injected:io.metamask', 'injected:Beacon', 'injected:Browser Wallet'])
    transport.show([testWallet()])
    expect(rows()).toEqual(['injected:io.metamask'])
  })

  it('recent wallets › at most two, however many are stored', async () => {
    const { store, rows } = await openWorld({ config: { includeWalletIds: ['a', 'b', 'c'] } })
    store.set(recentWalletsAtom, ['c', 'b', 'a'])
    expect(rows()).toEqual(['recent:c', 'recent:b', 'featured:a'])
  })

  it('recent wallets › come first, installed or not, once', async () => {
    const { store, rows } = await openWorld({
      wallets: [testWallet()],
      config: { includeWalletIds: ['a', 'b'] },
    })
    store.set(recentWalletsAtom, ['b', 'io.metamask'])
    expect(rows()).toEqual(['recent:b', 'recent:io.metamask', 'featured:a'])
  })

  it('server fails › the complete bundled list', async () => {
    const { store, rows, logs } = await openWorld({
      routes: {},
      topWallets: [entry('top')],
      bundledWallets: page.data,
    })
    expect(rows()).toEqual(['featured:top'])
    const world = await openWorld({ routes: {}, topWallets: [entry('top')], bundledWallets: page.data })
    await advance(world, 2_000)
    expect(world.rows()[0]).toBe('featured:a')
    expect(world.logs).toEqual(['The list of wallets could not be loaded'])
    expect(world.store.get(alertsAtom)).toMatchObject([
      { code: 'APKT003', text: 'Network Error: Wallet Load Failed' },
    ])
    expect([store.get(walletCountAtom), logs.length]).toEqual([undefined, 0])
  })

  it('icon of the bundled list › stays when the response arrives', async () => {
    const { store } = await openWorld({ topWallets: [entry('a', { image_url: '/wallets/a.svg' })] })
    const icons = store.get(walletRowsAtom).map((row) => row.icon)
    expect(icons.slice(0, 2)).toEqual([
      '/wallets/a.svg',
      `/getWalletImage/b?projectId=demo&st=drawbridge&sv=${widgetVersion}`,
    ])
  })
})

describe('target of a row', () => {
  const facts: RowFacts = { requestedNamespace: undefined, isPhone: false, hasWalletConnect: true }

  it('not installed › pairing if it supports WalletConnect, otherwise GetWallet', async () => {
    const links = { mobile_link: 'bw://', webapp_link: null, desktop_link: null }
    const desktop = { desktop_link: 'core://' }
    const data = [
      { ...page.data[0], id: 'a', name: 'A' },
      { ...page.data[0], id: 'b', name: 'B', ...links },
      { ...page.data[0], id: 'c', name: 'C', ...desktop },
    ]
    const { store } = await openWorld({
      routes: { '/getWallets': () => ({ body: { data, count: data.length } }) },
      deploy: {},
    })
    const target = (id: string, over: Partial<RowFacts> = {}) => {
      const row = store.get(walletRowsAtom).find((one) => one.id === id)
      return row && rowTarget(row, { ...facts, ...over })
    }
    const query = { requestedNamespace: 'solana' } as const
    expect(target('walletConnect')).toEqual({ name: 'ConnectingWalletConnect' })
    expect(target('walletConnect', query)).toEqual({ name: 'ConnectingWalletConnect', namespace: 'solana' })
    expect(target('a')).toEqual({ name: 'GetWallet', walletId: 'a' })
    expect(target('b')).toEqual({ name: 'ConnectingWalletConnect', walletId: 'b' })
    expect(target('b', query)).toMatchObject({ walletId: 'b', namespace: 'solana' })
    expect(target('b', { hasWalletConnect: false })).toEqual({ name: 'GetWallet', walletId: 'b' })
    expect(target('c')).toEqual({ name: 'ConnectingWalletConnect', walletId: 'c' })
    expect(target('c', { isPhone: true })).toEqual({ name: 'GetWallet', walletId: 'c' })
  })

  it('WalletConnect row › first; not on a phone, without a relay, or excluded', async () => {
    const first = async (options: Parameters<typeof openWorld>[0], isPhone = false) => {
      const { store } = await openWorld({ wallets: [testWallet()], deploy: {}, ...options })
      store.set(isPhoneAtom, isPhone)
      return store.get(walletRowsAtom)[0]?.name
    }
    expect(await first({})).toBe('WalletConnect')
    expect(await first({}, true)).toBe('MetaMask')
    expect(await first({ deploy: noRelay })).toBe('MetaMask')
    expect(await first({ config: { excludeWalletIds: ['walletConnect'] } })).toBe('MetaMask')
    expect(await first({ config: { connectorOrder: ['injected', 'walletConnect'] } })).toBe('MetaMask')
  })

  it('installed › connects in the requested namespace, or lets the user select one', async () => {
    const evm = testWallet({ name: 'Phantom', rdns: 'app.phantom' })
    const solana = testWallet({
      name: 'Phantom',
      rdns: 'app.phantom',
      namespace: 'solana',
      handle: '5'.repeat(32),
    })
    const config: Partial<HostConfigInput> = { platforms: ['ethereum', 'solana'] }
    const { store } = await openWorld({ wallets: [evm, solana], config })
    const [first, second] = store.get(walletRowsAtom)
    if (!first || !second) throw new Error('two rows are shown')
    expect(rowTarget(first, { ...facts, requestedNamespace: 'solana' })).toEqual({
      name: 'ConnectingExternal',
      walletId: walletIdOf(solana),
      handle: solana.handle,
    })
    expect(rowTarget(first, facts)).toEqual({ name: 'ConnectingMultiChain', walletId: 'app.phantom' })
    expect(rowTarget({ ...first, found: [evm] }, { ...facts, requestedNamespace: 'polkadot' })).toMatchObject(
      {
        walletId: walletIdOf(evm),
      },
    )
    expect(rowTarget(second, { ...facts, requestedNamespace: 'eip155' })).toEqual({
      name: 'GetWallet',
      walletId: 'a',
    })
    expect(store.get(walletByIdAtom('a'))?.entry?.links.web).toBe('https://a.example')
    expect(store.get(walletByIdAtom(walletIdOf(solana)))?.name).toBe('Phantom')
  })
})

describe('generated lists', () => {
  it.each([
    ['top', topWallets],
    ['whole', bundledWallets],
  ])('%s list › has the expected shape', (_, list) => {
    const wallets = parseBundledWallets(list)
    expect(
      wallets.every((wallet) => wallet.imageUrl?.startsWith('/wallets/') && wallet.namespaces.length > 0),
    ).toBe(true)
  })
})
