import { describe, expect, it } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { ChainAdapter, ConnectionChange } from '#widget/chains/chain-adapter.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { activeConnectionAtom, bridgeStateAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import {
  alice,
  bob,
  type TestWorldOptions,
  testAdapter,
  testWallet,
  testWorld,
} from '#widget/testing/world.ts'
import {
  activateConnectionAtom,
  connectWalletAtom,
  disconnectAtom,
  reconnectStoredAtom,
} from './connection-actions.ts'

const metamask = testWallet()
const rabby = testWallet({ rdns: 'io.rabby', name: 'Rabby' })
const rainbow = testWallet({ rdns: 'me.rainbow', name: 'Rainbow' })
const [first, second, third] = [metamask, rabby, rainbow].map(walletIdOf)
const multi = { features: { multiWallet: true } }

const world = (options: TestWorldOptions = {}) =>
  testWorld({ wallets: [metamask, rabby, rainbow], config: multi, ...options })

const stored = (...ids: readonly (string | undefined)[]) =>
  memoryArea({
    'drawbridge/enabled-wallets/https://shop.example|demo': JSON.stringify({
      v: 1,
      at: 1,
      data: { autoReconnect: ids },
    }),
  })

const connectedIds = ({ store }: ReturnType<typeof testWorld>) =>
  currentConnections(store.get(connectionsAtom).eip155).map(({ walletId }) => walletId)

/** An adapter that emits changes for each wallet separately, and counts the listeners. */
function manyWallets(over: TestAdapterParts = {}) {
  const listeners = new Map<string, (change: ConnectionChange) => void>()
  const adapter = testAdapter({
    watch: ({ walletId }, onChange) => {
      listeners.set(walletId, onChange)
      return () => listeners.delete(walletId)
    },
    ...over,
  })
  return { adapter, listeners, calls: adapter.calls }
}

describe('several wallets of one namespace', () => {
  it('with the flag › a second wallet is added and active', async () => {
    const { adapter, calls, listeners } = manyWallets()
    const here = world({ adapter })
    await here.store.set(connectWalletAtom, { walletId: first ?? '' })
    await here.store.set(connectWalletAtom, { walletId: second ?? '' })
    expect(connectedIds(here)).toEqual([second, first])
    expect(calls).toEqual([`connect ${first}`, `connect ${second}`])
    expect([...listeners.keys()]).toEqual([first, second])
    expect(here.store.get(enabledWalletsAtom).autoReconnect).toEqual([second, first])
    const { accounts, wallets } = here.store.get(bridgeStateAtom)
    expect(accounts.map(({ walletId }) => walletId)).toEqual([second, first])
    expect(wallets.map(({ isConnected }) => isConnected)).toEqual([true, true, false])
  })

  it('another wallet activated › not requested, and active after a reload', async () => {
    const area = memoryArea()
    const { adapter, calls } = manyWallets()
    const here = world({ adapter, storage: area })
    await here.store.set(connectWalletAtom, { walletId: first ?? '' })
    await here.store.set(connectWalletAtom, { walletId: second ?? '' })
    here.store.set(activateConnectionAtom, { namespace: 'eip155', walletId: first ?? '' })
    expect(here.store.get(activeConnectionAtom)?.walletId).toBe(first)
    expect(calls).toHaveLength(2)
    const later = world({ storage: area })
    await later.store.set(reconnectStoredAtom)
    expect(connectedIds(later)).toEqual([first, second])
  })

  it('one disconnected › the other stays, is active and stored', async () => {
    const { adapter, calls, listeners } = manyWallets()
    const here = world({ adapter })
    await here.store.set(connectWalletAtom, { walletId: first ?? '' })
    await here.store.set(connectWalletAtom, { walletId: second ?? '' })
    await here.store.set(disconnectAtom, { walletId: second })
    expect(connectedIds(here)).toEqual([first])
    expect(calls.at(-1)).toBe(`disconnect ${second}`)
    expect([...listeners.keys()]).toEqual([first])
    expect(here.store.get(enabledWalletsAtom).autoReconnect).toEqual([first])
    await here.store.set(disconnectAtom, { namespace: 'eip155' })
    expect(connectedIds(here)).toEqual([])
    expect([...listeners.keys()]).toEqual([])
  })

  it('one disconnects by itself › the others stay, and it is not watched any more', async () => {
    const { adapter, listeners } = manyWallets()
    const here = world({ adapter })
    await here.store.set(connectWalletAtom, { walletId: first ?? '' })
    await here.store.set(connectWalletAtom, { walletId: second ?? '' })
    listeners.get(second ?? '')?.({ is: 'disconnected' })
    expect(connectedIds(here)).toEqual([first])
    expect([...listeners.keys()]).toEqual([first])
    listeners.get(first ?? '')?.({ is: 'accounts', accounts: [bob] })
    expect(here.store.get(activeConnectionAtom)?.accounts).toEqual([bob])
  })

  it('account selected › is the first one, also after a reload', async () => {
    const connect: ChainAdapter['connect'] = async (wallet, options) => ({
      ...(await testAdapter().connect(wallet, options)),
      accounts: [alice, bob],
    })
    const area = memoryArea()
    const here = world({ storage: area, adapter: testAdapter({ connect }) })
    await here.store.set(connectWalletAtom, { walletId: first ?? '' })
    here.store.set(activateConnectionAtom, { namespace: 'eip155', walletId: first ?? '', address: bob })
    expect(here.store.get(activeConnectionAtom)?.accounts).toEqual([bob, alice])
    const later = world({ storage: area, adapter: testAdapter({ connect }) })
    await later.store.set(reconnectStoredAtom)
    expect(later.store.get(activeConnectionAtom)?.accounts).toEqual([bob, alice])
  })

  it('one wallet hangs, one throws › the working one is connected at once', async () => {
    const connect: ChainAdapter['connect'] = (wallet, options) => {
      if (wallet.rdns === 'io.metamask') return new Promise(() => undefined)
      if (wallet.rdns === 'io.rabby') return Promise.reject(new Error('broken'))
      return testAdapter().connect(wallet, options)
    }
    const here = world({ storage: stored(first, second, third), adapter: testAdapter({ connect }) })
    const done = here.store.set(reconnectStoredAtom)
    await here.clock.advance(0)
    expect(connectedIds(here)).toEqual([third])
    expect(here.store.get(bridgeStateAtom).status).toBe('connected')
    await here.clock.advance(10_000)
    await done
    expect(connectedIds(here)).toEqual([third])
    expect(here.store.get(connectionsAtom).eip155?.is).toBe('connected')
    expect(here.store.get(alertsAtom)).toMatchObject([{ code: 'APKT004', text: 'Wallet Request Timeout' }])
    // They are tried again on the next load.
    expect(here.store.get(enabledWalletsAtom).autoReconnect).toEqual([first, second, third])
  })

  it('disconnected by the user while reconnecting › is not connected', async () => {
    let respond = () => {}
    const { adapter, calls } = manyWallets()
    const connect: ChainAdapter['connect'] = async (wallet, options) => {
      if (wallet.rdns === 'io.rabby') await new Promise<void>((resolve) => (respond = resolve))
      return testAdapter().connect(wallet, options)
    }
    const here = world({ storage: stored(first, second), adapter: { ...adapter, connect } })
    const done = here.store.set(reconnectStoredAtom)
    await here.clock.advance(0)
    await here.store.set(disconnectAtom)
    respond()
    await done
    expect(connectedIds(here)).toEqual([])
    expect(calls).toEqual([`disconnect ${first}`, `disconnect ${second}`])
  })

  it('inactive namespace that cannot reconnect › warning APKTW001', async () => {
    const here = testWorld({
      wallets: [],
      config: { platforms: ['ethereum', 'solana'] },
      storage: stored('solana:Phantom'),
    })
    const done = here.store.set(reconnectStoredAtom)
    await here.clock.advance(2_000)
    await done
    expect(here.store.get(alertsAtom)).toEqual([
      { code: 'APKTW001', text: 'Inactive Namespace Not Connected', detail: 'solana' },
    ])
  })
})

describe('without the flag', () => {
  it.each([
    ['debug', { debug: true }, ['Multi-Wallet Not Enabled']],
    ['no debug', { debug: false }, []],
    ['debug and the flag', { debug: true, ...multi }, []],
  ])('a second wallet with %s › alerts %j', async (_name, config, texts) => {
    const here = world({ config })
    await here.store.set(connectWalletAtom, { walletId: first ?? '' })
    await here.store.set(connectWalletAtom, { walletId: first ?? '' })
    expect(here.store.get(alertsAtom)).toEqual([])
    await here.store.set(connectWalletAtom, { walletId: second ?? '' })
    expect(here.store.get(alertsAtom).map(({ text }) => text)).toEqual(texts)
  })

  it('list stored with the flag › only the first that can is reconnected', async () => {
    const here = world({ storage: stored(first, second), config: {} })
    await here.store.set(reconnectStoredAtom)
    expect(connectedIds(here)).toEqual([first])
  })
})
