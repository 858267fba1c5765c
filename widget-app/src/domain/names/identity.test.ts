import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { memoryArea, type StorageArea } from '#widget/lib/storage.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { alice, bob, type TestWorldOptions, testAdapter, testWorld } from '#widget/testing/world.ts'
import { identityAtom, nameRegisteredAtom } from './identity.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Routes = NonNullable<TestWorldOptions['routes']>
const account = accountId(parseChainId('eip155:1'), alice)
const reversePath = `/v1/profile/reverse/${alice}`
const identityPath = `/v1/identity/${alice}`
const forwardPath = '/v1/profile/account/anna.reown.id'
const profile = (address: string) => ({
  name: 'anna.reown.id',
  addresses: { 60: { address } },
  attributes: [{ avatar: '/names/anna.svg' }],
})
const registered: Routes = {
  [identityPath]: () => ({ body: { name: 'anna.reown.id', avatar: '/names/anna.svg' } }),
  [forwardPath]: () => ({ body: profile(alice) }),
}
const none: Routes = {
  [identityPath]: () => ({ body: { name: null, avatar: null } }),
}
const ens: TestAdapterParts = {
  resolveName: async (name) => ({ name, address: alice, avatar: undefined }),
  reverseName: async () => ({ name: 'anna.eth', address: alice, avatar: 'https://eve.example/a.png' }),
}

async function mountIdentity(
  routes: Routes,
  adapter: TestAdapterParts = {},
  storage: StorageArea = memoryArea(),
  clock = fakeClock(),
) {
  const world = testWorld({ routes, adapter: testAdapter(adapter), storage, clock })
  await world.store.set(loadQueryEngineAtom)
  world.store.set(openModalAtom)
  world.store.sub(identityAtom(account), () => undefined)
  const get = () => world.store.get(identityAtom(account))
  for (let step = 0; step < 20 && get().is === 'loading'; step += 1) {
    await world.clock.advance(2_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...world, get }
}
const named = (name: string | undefined, avatar?: string) => ({ is: 'ready', data: { name, avatar } })

describe('identityAtom', () => {
  it('registered name › shown with its avatar; fresh for five minutes, across reloads', async () => {
    const storage = memoryArea()
    const clock = fakeClock()
    const first = await mountIdentity(registered, ens, storage, clock)
    expect(first.get()).toMatchObject(named('anna.reown.id', '/names/anna.svg'))
    const next = await mountIdentity({}, {}, storage, clock)
    expect(next.get()).toMatchObject({ ...named('anna.reown.id', '/names/anna.svg'), stale: false })
    expect(next.urls).toEqual([])
    vi.setSystemTime(Date.UTC(2026, 0, 1) + 300_001)
    await clock.advance(300_001)
    expect((await mountIdentity(none, {}, storage, clock)).get()).toMatchObject(named(undefined))
  })

  it('API first, then ENS; an account without a name is one request', async () => {
    const identity: Routes = { ...none, [identityPath]: () => ({ body: { name: 'anna.eth', avatar: null } }) }
    expect((await mountIdentity(identity, ens)).get()).toMatchObject(named('anna.eth'))
    expect((await mountIdentity(none, ens)).get()).toMatchObject(named('anna.eth'))
    const nameless = await mountIdentity(none)
    expect(nameless.get()).toMatchObject(named(undefined))
    expect(nameless.urls).toHaveLength(1)
  })

  it("identity call fails › the account's registered names are fetched", async () => {
    const failingRoutes: Routes = { ...registered, [identityPath]: () => ({ status: 400 }) }
    const reverse: Routes = { ...failingRoutes, [reversePath]: () => ({ body: [profile(alice)] }) }
    expect((await mountIdentity(reverse)).get()).toMatchObject(named('anna.reown.id', '/names/anna.svg'))
    const none404: Routes = { ...failingRoutes, [reversePath]: () => ({ status: 404 }) }
    expect((await mountIdentity(none404)).get()).toMatchObject(named(undefined))
  })

  it('name that resolves to another account › is not shown', async () => {
    const stolen: Routes = { ...none, ...registered, [forwardPath]: () => ({ body: profile(bob) }) }
    expect((await mountIdentity(stolen)).get()).toMatchObject(named(undefined))
    const byApi: Routes = { ...none, [identityPath]: () => ({ body: { name: 'anna.eth', avatar: null } }) }
    const resolveName: ChainAdapter['resolveName'] = async (name) => ({
      name,
      address: bob,
      avatar: undefined,
    })
    expect((await mountIdentity(byApi, { resolveName })).get()).toMatchObject(named(undefined))
  })

  const failures: readonly [string, Routes[string]][] = [
    ['429', () => ({ status: 429, headers: { 'retry-after': '60' } })],
    ['500', () => ({ status: 500 })],
    ['the wrong shape', () => ({ body: { name: 7 } })],
    ['nothing', () => ({ body: '' })],
    ['no answer', () => new Promise<never>(() => {})],
  ]
  it.each(failures)('API fails with %s later › the former name stays, no notice', async (_, response) => {
    let isAway = false
    const countingRoute = (route: string): Routes[string] => {
      const fine = registered[route] ?? response
      return (url, body) => (isAway ? response(url, body) : fine(url, body))
    }
    const world = await mountIdentity({
      [identityPath]: countingRoute(identityPath),
      [forwardPath]: countingRoute(forwardPath),
      [reversePath]: response,
    })
    const before = world.urls.length
    isAway = true
    void world.store.set(identityAtom(account))
    await vi.waitFor(
      async () => {
        await world.clock.advance(2_000)
        const now = world.get()
        expect(now.is === 'ready' && now.failure).toBeTruthy()
      },
      { interval: 5 },
    )
    expect(world.get()).toMatchObject(named('anna.reown.id', '/names/anna.svg'))
    expect(world.urls.length).toBeGreaterThan(before)
    expect(world.store.get(toastAtom).open).toBe(false)
  })

  it.each(failures)(
    'API fails with %s › ENS; without a name no toast, and nothing is cached',
    async (_, response) => {
      const broken: Routes = { [reversePath]: response, [identityPath]: response }
      expect((await mountIdentity(broken, ens)).get()).toMatchObject(named('anna.eth'))
      const storage = memoryArea()
      const world = await mountIdentity(broken, {}, storage)
      expect(world.get().is).toBe('failed')
      expect(world.store.get(toastAtom).open).toBe(false)
      const again = await mountIdentity({ ...broken, ...registered }, {}, storage)
      expect(again.get()).toMatchObject(named('anna.reown.id', '/names/anna.svg'))
    },
  )

  it('name registered here › used while the identity service lacks it, also later', async () => {
    const storage = memoryArea()
    const routes = { ...none, [forwardPath]: () => ({ body: profile(alice) }) }
    const { store, get } = await mountIdentity(routes, {}, storage)
    expect(get()).toMatchObject(named(undefined))
    store.set(nameRegisteredAtom, account, 'anna.reown.id')
    await vi.waitFor(() => expect(get()).toMatchObject(named('anna.reown.id', '/names/anna.svg')))
    vi.setSystemTime(Date.now() + 3_600_000)
    const later = await mountIdentity(routes, {}, storage)
    expect(later.get()).toMatchObject(named('anna.reown.id', '/names/anna.svg'))
  })

  it('name that belongs to another account by now › is not used', async () => {
    const { store, get, urls } = await mountIdentity({
      ...none,
      [forwardPath]: () => ({ body: profile(bob) }),
    })
    store.set(nameRegisteredAtom, account, 'anna.reown.id')
    await vi.waitFor(() => expect(urls.some((url) => url.startsWith(forwardPath))).toBe(true))
    await vi.waitFor(() => expect(get()).toMatchObject(named(undefined)))
  })
})
