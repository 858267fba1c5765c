import { describe, expect, it } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { memoryArea, type StorageArea } from '#widget/lib/storage.ts'
import {
  alice,
  bob,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWallet,
  testWorld,
} from '#widget/testing/world.ts'
import { activateConnectionAtom, connectWalletAtom, disconnectAtom } from './connection-actions.ts'
import { syncFromOtherTabAtom } from './sync-tabs.ts'

const metamask = testWallet()
const rabby = testWallet({ rdns: 'io.rabby', name: 'Rabby' })
const [first = '', second = ''] = [metamask, rabby].map(walletIdOf)

/** The storage of one browser as its tabs see it: each receives events of the others' writes. */
function sharedStorage(): () => StorageArea {
  const area = memoryArea()
  const tabs: { readonly listeners: Set<(key: string | null) => void> }[] = []
  return () => {
    const thisTab = { listeners: new Set<(key: string | null) => void>() }
    tabs.push(thisTab)
    const notifyOtherTabs = (key: string) => {
      for (const tab of tabs) if (tab !== thisTab) for (const tell of tab.listeners) tell(key)
    }
    return {
      get: area.get,
      set: (key, text) => {
        area.set(key, text)
        notifyOtherTabs(key)
      },
      remove: (key) => {
        area.remove(key)
        notifyOtherTabs(key)
      },
      watch: (onChange) => {
        thisTab.listeners.add(onChange)
        return () => thisTab.listeners.delete(onChange)
      },
    }
  }
}

function twoTabs(options: TestWorldOptions = {}): readonly [TestWorld, TestWorld] {
  const tab = sharedStorage()
  const [one, other] = [tab, tab].map((storage) => {
    const world = testWorld({
      wallets: [metamask, rabby],
      adapter: testAdapter(),
      ...options,
      storage: storage(),
    })
    world.ports.storage.watch?.((key) => void world.store.set(syncFromOtherTabAtom, key))
    return world
  })
  if (!one || !other) throw new Error('There are two tabs')
  return [one, other]
}

const connectedIds = ({ store }: TestWorld) =>
  currentConnections(store.get(connectionsAtom).eip155).map(({ walletId }) => walletId)
const settle = (world: TestWorld) => world.clock.advance(0)
const multi = { config: { features: { multiWallet: true } } }

describe('two tabs of one host', () => {
  it('wallet connected in one › connected in the other without a prompt', async () => {
    const adapter = testAdapter()
    const [one, other] = twoTabs({ adapter })
    await one.store.set(connectWalletAtom, { walletId: first })
    await settle(other)
    expect(connectedIds(other)).toEqual([first])
    expect(adapter.calls).toEqual([`connect ${first}`, `connect:silent ${first}`])
  })

  it('wallet disconnected in one › disconnected in the other', async () => {
    const [one, other] = twoTabs()
    await one.store.set(connectWalletAtom, { walletId: first })
    await settle(other)
    await other.store.set(disconnectAtom)
    expect(connectedIds(one)).toEqual([])
  })

  it('without the flag › another wallet replaces the first in both', async () => {
    const [one, other] = twoTabs()
    await one.store.set(connectWalletAtom, { walletId: first })
    await settle(other)
    await one.store.set(connectWalletAtom, { walletId: second })
    await settle(other)
    expect(connectedIds(other)).toEqual([second])
  })

  it('with the flag › both have the same wallets, and the same one is active', async () => {
    const [one, other] = twoTabs(multi)
    await one.store.set(connectWalletAtom, { walletId: first })
    await one.store.set(connectWalletAtom, { walletId: second })
    await settle(other)
    expect(connectedIds(other)).toEqual([second, first])
    one.store.set(activateConnectionAtom, { namespace: 'eip155', walletId: first })
    expect(connectedIds(other)).toEqual([first, second])
    other.store.set(activateConnectionAtom, { namespace: 'eip155', walletId: second })
    expect(connectedIds(one)).toEqual([second, first])
    await one.store.set(disconnectAtom, { walletId: second })
    expect(connectedIds(other)).toEqual([first])
  })

  it('account selected in one › active in the other', async () => {
    const connect: ChainAdapter['connect'] = async (wallet, options) => ({
      ...(await testAdapter().connect(wallet, options)),
      accounts: [alice, bob],
    })
    const [one, other] = twoTabs({ adapter: testAdapter({ connect }) })
    await one.store.set(connectWalletAtom, { walletId: first })
    await settle(other)
    one.store.set(activateConnectionAtom, { namespace: 'eip155', walletId: first, address: bob })
    expect(other.store.get(activeConnectionAtom)?.accounts).toEqual([bob, alice])
    one.store.set(activateConnectionAtom, { namespace: 'eip155', walletId: first, address: alice })
    expect(other.store.get(activeConnectionAtom)?.accounts).toEqual([alice, bob])
  })

  it('active namespace › is the same', () => {
    const [one, other] = twoTabs({ config: { platforms: ['ethereum', 'solana'] } })
    one.store.set(activeNamespaceAtom, 'solana')
    expect(other.store.get(activeNamespaceAtom)).toBe('solana')
  })

  it('host without autoReconnect › disconnects in sync, but connects nothing', async () => {
    const [one, other] = twoTabs({ config: { autoReconnect: false } })
    await one.store.set(connectWalletAtom, { walletId: first })
    await settle(other)
    expect(connectedIds(other)).toEqual([])
    await other.store.set(connectWalletAtom, { walletId: first })
    await one.store.set(disconnectAtom)
    expect(connectedIds(other)).toEqual([])
  })

  it('malformed list › is empty: all is disconnected and nothing throws', async () => {
    const [one, other] = twoTabs()
    await one.store.set(connectWalletAtom, { walletId: first })
    await settle(other)
    one.ports.storage.set('drawbridge/enabled-wallets/https://shop.example|demo', '{"v":1,"at":1,"data":[5]}')
    await settle(other)
    expect(connectedIds(other)).toEqual([])
    expect(other.logs).toContain('storage/invalid drawbridge/enabled-wallets/https://shop.example|demo')
  })

  it('attempt in progress in the other › continues', async () => {
    const [one, other] = twoTabs()
    other.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'started', walletId: second, kind: 'asked' })
    await one.store.set(connectWalletAtom, { walletId: first })
    await settle(other)
    expect(other.store.get(connectionsAtom).eip155).toMatchObject({ is: 'connecting', walletId: second })
    expect(connectedIds(other)).toEqual([first])
  })
})
