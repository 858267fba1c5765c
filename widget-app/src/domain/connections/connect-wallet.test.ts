import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { activeChainAtom, isOnUnsupportedChainAtom } from '#widget/domain/accounts/active-network.ts'
import {
  activeAccountAtom,
  activeConnectionAtom,
  bridgeStateAtom,
} from '#widget/domain/accounts/connected-accounts.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { enabledWalletsAtom, recentWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { alice, bob, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { namespaceOfWallet } from './connect-wallet.ts'
import { connectWalletAtom, disconnectAtom, reconnectStoredAtom } from './connection-actions.ts'

const metamask = testWallet()
const rabby = testWallet({ rdns: 'io.rabby', name: 'Rabby' })
const id = walletIdOf(metamask)

/** An adapter whose next `connect` waits until the test resolves it. */
function deferredAdapter() {
  const pendingConnects: {
    readonly resolve: () => void
    readonly reject: (cause: unknown) => void
    readonly signal: AbortSignal | undefined
  }[] = []
  const instant = testAdapter()
  const connect: ChainAdapter['connect'] = (wallet, options) =>
    new Promise((resolve, reject) => {
      pendingConnects.push({
        resolve: () => void instant.connect(wallet, options).then(resolve),
        reject,
        signal: options.signal,
      })
    })
  return { adapter: { ...instant, connect }, asked: pendingConnects, calls: instant.calls }
}

describe('connectWallet', () => {
  it('connected wallet › is active, stored and recent', async () => {
    const adapter = testAdapter()
    const { store } = testWorld({ wallets: [metamask], adapter })
    await store.set(connectWalletAtom, { walletId: id })
    expect(store.get(activeAccountAtom)).toBe(`eip155:1:${alice}`)
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([id])
    expect(store.get(recentWalletsAtom)).toEqual(['io.metamask'])
    expect(adapter.calls).toEqual([`connect ${id}`])
  })

  it('several announcements of one wallet › the handle selects', async () => {
    const second = testWallet({ handle: 'e'.repeat(32) })
    const { store } = testWorld({ wallets: [metamask, second] })
    const connection = await store.set(connectWalletAtom, { walletId: id, handle: second.handle })
    expect(connection.handle).toBe(second.handle)
  })

  it('no wallet id › error', async () => {
    const { store } = testWorld()
    await expect(store.set(connectWalletAtom, { walletId: '' })).rejects.toThrow('Missing walletId')
  })

  it('wallet that was not discovered › error', async () => {
    const { store } = testWorld()
    const thrown = await store.set(connectWalletAtom, { walletId: id }).catch((cause: unknown) => cause)
    expect(isWidgetError(thrown, 'wallet/not-found')).toBe(true)
  })

  it('rejected › the former connection stays', async () => {
    const rejection = new ProviderRpcError(4001, 'User rejected')
    const instant = testAdapter()
    const connect: ChainAdapter['connect'] = (wallet, options) =>
      wallet.rdns === 'io.rabby' ? Promise.reject(rejection) : instant.connect(wallet, options)
    const { store } = testWorld({ wallets: [metamask, rabby], adapter: { ...instant, connect } })
    await store.set(connectWalletAtom, { walletId: id })
    await expect(store.set(connectWalletAtom, { walletId: walletIdOf(rabby) })).rejects.toBe(rejection)
    expect(store.get(activeConnectionAtom)?.walletId).toBe(id)
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([id])
    expect(instant.calls).toEqual([`connect ${id}`])
  })

  it('another wallet › replaces the former, which is disconnected and not stored', async () => {
    const adapter = testAdapter()
    const { store } = testWorld({ wallets: [metamask, rabby], adapter })
    await store.set(connectWalletAtom, { walletId: id })
    await store.set(connectWalletAtom, { walletId: walletIdOf(rabby) })
    expect(store.get(activeConnectionAtom)?.walletName).toBe('Rabby')
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([walletIdOf(rabby)])
    expect(store.get(recentWalletsAtom)).toEqual(['io.rabby', 'io.metamask'])
    expect(adapter.calls).toEqual([`connect ${id}`, `connect ${walletIdOf(rabby)}`, `disconnect ${id}`])
  })

  it('recent wallets › at most two', async () => {
    const third = testWallet({ rdns: 'me.rainbow', name: 'Rainbow' })
    const { store } = testWorld({ wallets: [metamask, rabby, third] })
    for (const wallet of [metamask, rabby, third, rabby])
      await store.set(connectWalletAtom, { walletId: walletIdOf(wallet) })
    expect(store.get(recentWalletsAtom)).toEqual(['io.rabby', 'me.rainbow'])
  })

  it('newer attempt › supersedes the older one, whose late result changes nothing', async () => {
    const { adapter, asked: pendingConnects } = deferredAdapter()
    const { store, clock } = testWorld({ wallets: [metamask, rabby], adapter })
    const first = store.set(connectWalletAtom, { walletId: id }).catch((cause: unknown) => cause)
    await clock.advance(0)
    const second = store.set(connectWalletAtom, { walletId: walletIdOf(rabby) })
    await clock.advance(0)
    expect(pendingConnects[0]?.signal?.aborted).toBe(true)
    pendingConnects[0]?.resolve()
    expect(await first).toMatchObject({ name: 'AbortError' })
    expect(store.get(connectionsAtom).eip155).toMatchObject({ is: 'connecting', walletId: walletIdOf(rabby) })
    pendingConnects[1]?.resolve()
    expect((await second).walletName).toBe('Rabby')
  })

  it('aborted › the attempt ends', async () => {
    const { adapter, asked: pendingConnects } = deferredAdapter()
    const { store, clock } = testWorld({ wallets: [metamask], adapter })
    const controller = new AbortController()
    const attempt = store
      .set(connectWalletAtom, { walletId: id, signal: controller.signal })
      .catch((cause: unknown) => cause)
    await clock.advance(0)
    expect(store.get(bridgeStateAtom)).toMatchObject({ loading: true, status: 'connecting' })
    controller.abort()
    pendingConnects[0]?.reject(controller.signal.reason)
    expect(await attempt).toMatchObject({ name: 'AbortError' })
    expect(store.get(bridgeStateAtom)).toMatchObject({ loading: false, status: 'disconnected' })
  })

  it('wallet times out › alert APKT004; rejected › no alert', async () => {
    const late = new ProviderRpcError(-32_000, 'The request expired', { reason: 'expired' })
    for (const [thrown, codes] of [
      [late, ['APKT004']],
      [new ProviderRpcError(4001, 'User rejected'), []],
    ] as const) {
      const adapter = testAdapter({ connect: () => Promise.reject(thrown) })
      const { store } = testWorld({ wallets: [metamask], adapter })
      await expect(store.set(connectWalletAtom, { walletId: id })).rejects.toBe(thrown)
      expect(store.get(alertsAtom).map(({ code }) => code)).toEqual(codes)
    }
  })

  it('wallet emits changes › applied', async () => {
    const adapter = testAdapter()
    const { store } = testWorld({ wallets: [metamask], adapter })
    await store.set(connectWalletAtom, { walletId: id })
    adapter.emit({ is: 'accounts', accounts: [bob] })
    adapter.emit({ is: 'chain', chain: parseChainId('eip155:8453') })
    expect(store.get(activeAccountAtom)).toBe(`eip155:8453:${bob}`)
    expect(store.get(isOnUnsupportedChainAtom)).toBe(false)
    adapter.emit({ is: 'chain', chain: parseChainId('eip155:31337') })
    expect(store.get(isOnUnsupportedChainAtom)).toBe(true)
    adapter.emit({ is: 'disconnected' })
    expect(store.get(activeAccountAtom)).toBeUndefined()
    // The last of the host's networks that the wallet was on.
    expect(store.get(activeChainAtom)).toBe('eip155:8453')
    // A wallet that locked itself is tried again on the next load.
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([id])
  })
})

describe('disconnect', () => {
  it('stored before the wallet is called, whatever it returns', async () => {
    const area = memoryArea()
    const stored: (string | null)[] = []
    const adapter = testAdapter({
      disconnect: async () => {
        stored.push(area.get('drawbridge/enabled-wallets/https://shop.example|demo'))
        throw new Error('no such method')
      },
    })
    const { store, logs } = testWorld({ wallets: [metamask], adapter, storage: area })
    await store.set(connectWalletAtom, { walletId: id })
    await store.set(disconnectAtom)
    expect(stored).toHaveLength(1)
    expect(stored[0]).toContain('"autoReconnect":[]')
    expect(store.get(bridgeStateAtom).status).toBe('disconnected')
    expect(logs).toContain('The wallet could not be disconnected')
    adapter.emit({ is: 'accounts', accounts: [bob] })
    expect(store.get(activeAccountAtom)).toBeUndefined()
  })

  it('wallet that never responds › ended after 2 s; its late failure is reported', async () => {
    let fail = (_cause: unknown) => {}
    const adapter = testAdapter({
      disconnect: () =>
        new Promise<void>((_resolve, reject) => {
          fail = reject
        }),
    })
    const { store, clock, logs } = testWorld({ wallets: [metamask], adapter })
    await store.set(connectWalletAtom, { walletId: id })
    let isOver = false
    const over = store.set(disconnectAtom).then(() => {
      isOver = true
    })
    await clock.advance(1_999)
    expect([isOver, store.get(bridgeStateAtom).status]).toEqual([false, 'disconnected'])
    await clock.advance(1)
    await over
    expect(logs).not.toContain('The wallet could not be disconnected')
    fail(new Error('The wallet shares its accounts still'))
    await clock.advance(0)
    expect(logs).toContain('The wallet could not be disconnected')
  })

  it('replaced wallet that never responds › the new one is connected after 2 s', async () => {
    const adapter = testAdapter({ disconnect: () => new Promise<void>(() => {}) })
    const { store, clock } = testWorld({ wallets: [metamask, rabby], adapter })
    await store.set(connectWalletAtom, { walletId: id })
    const connected = store.set(connectWalletAtom, { walletId: walletIdOf(rabby) })
    await clock.advance(2_000)
    expect((await connected).walletName).toBe('Rabby')
  })

  it('another namespace or wallet › stays connected', async () => {
    const { store } = testWorld({ wallets: [metamask] })
    await store.set(connectWalletAtom, { walletId: id })
    await store.set(disconnectAtom, { namespace: 'solana' })
    await store.set(disconnectAtom, { walletId: 'ethereum:other' })
    expect(store.get(bridgeStateAtom).status).toBe('connected')
    await store.set(disconnectAtom, { walletId: id })
    expect(store.get(bridgeStateAtom).status).toBe('disconnected')
  })
})

describe('reconnectStored', () => {
  const stored = (...ids: string[]) =>
    memoryArea({
      'drawbridge/enabled-wallets/https://shop.example|demo': JSON.stringify({
        v: 1,
        at: 1,
        data: { autoReconnect: ids },
      }),
    })

  it('wallet of the last visit › reconnected silently', async () => {
    const adapter = testAdapter()
    const { store } = testWorld({ wallets: [metamask], adapter, storage: stored(id) })
    await store.set(reconnectStoredAtom)
    expect(adapter.calls).toEqual([`connect:silent ${id}`])
    expect(store.get(bridgeStateAtom).status).toBe('connected')
  })

  it('wallet announced 1.9 s late › is awaited', async () => {
    const adapter = testAdapter()
    const { store, clock, transport } = testWorld({ adapter, storage: stored(id) })
    const done = store.set(reconnectStoredAtom)
    await clock.advance(1_900)
    expect(store.get(bridgeStateAtom)).toMatchObject({ loading: true, status: 'connecting' })
    transport.show([metamask])
    await done
    expect(adapter.calls).toEqual([`connect:silent ${id}`])
    expect(clock.pending).toBe(0)
    expect(transport.watchers).toBe(1)
  })

  it('wallet not announced in 2 s › not reconnected, only logged', async () => {
    const adapter = testAdapter()
    const { store, clock, transport, logs } = testWorld({ adapter, storage: stored(id) })
    const done = store.set(reconnectStoredAtom)
    await clock.advance(2_000)
    await done
    transport.show([metamask])
    expect(adapter.calls).toEqual([])
    expect(store.get(bridgeStateAtom)).toMatchObject({ loading: false, status: 'disconnected' })
    expect(logs).toHaveLength(1)
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([id])
  })

  it.each(['duplicate-rdns', 'uuid-changed'] as const)(
    'wallet with the warning %s › is not reconnected',
    async (warning) => {
      const adapter = testAdapter()
      const second = testWallet({ handle: 'e'.repeat(32), warning })
      const { store } = testWorld({ wallets: [metamask, second], adapter, storage: stored(id) })
      await store.set(reconnectStoredAtom)
      expect(adapter.calls).toEqual([])
    },
  )

  it('locked wallet › only logged, tried again on the next load', async () => {
    const adapter = testAdapter({ connect: () => Promise.reject(new Error('locked')) })
    const { store, logs } = testWorld({ wallets: [metamask], adapter, storage: stored(id) })
    await store.set(reconnectStoredAtom)
    expect(store.get(bridgeStateAtom).status).toBe('disconnected')
    expect(logs).toEqual(['A wallet of the last visit could not be reconnected'])
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([id])
  })

  it('disconnected by the user › not reconnected on the next load', async () => {
    const area = memoryArea()
    const first = testWorld({ wallets: [metamask], storage: area })
    await first.store.set(connectWalletAtom, { walletId: id })
    await first.store.set(disconnectAtom)
    const adapter = testAdapter()
    const second = testWorld({ wallets: [metamask], adapter, storage: area })
    await second.store.set(reconnectStoredAtom)
    expect(adapter.calls).toEqual([])
    expect(second.transport.watchers).toBe(0)
  })

  it('host without autoReconnect › starts disconnected', async () => {
    const adapter = testAdapter()
    const { store } = testWorld({
      wallets: [metamask],
      adapter,
      storage: stored(id),
      config: { autoReconnect: false },
    })
    await store.set(reconnectStoredAtom)
    expect(adapter.calls).toEqual([])
  })

  it('namespaces › reconnect independently; one not configured is left out', async () => {
    const adapter = testAdapter()
    const { store, clock } = testWorld({
      wallets: [metamask],
      adapter,
      storage: stored('solana:app.phantom', id, 'polkadot:talisman'),
      config: { platforms: ['ethereum', 'solana'] },
    })
    const done = store.set(reconnectStoredAtom)
    await clock.advance(0)
    expect(store.get(connectionsAtom).eip155?.is).toBe('connected')
    expect(store.get(connectionsAtom).solana?.is).toBe('connecting')
    expect(store.get(connectionsAtom).polkadot).toBeUndefined()
    await clock.advance(2_000)
    await done
    expect(store.get(connectionsAtom).solana?.is).toBe('disconnected')
  })

  it('user connects meanwhile › supersedes the silent attempt', async () => {
    const adapter = testAdapter()
    const { store, clock, transport } = testWorld({ wallets: [rabby], adapter, storage: stored(id) })
    const done = store.set(reconnectStoredAtom)
    await clock.advance(100)
    await store.set(connectWalletAtom, { walletId: walletIdOf(rabby) })
    transport.show([rabby, metamask])
    await clock.advance(2_000)
    await done
    expect(adapter.calls).toEqual([`connect ${walletIdOf(rabby)}`])
    expect(store.get(activeConnectionAtom)?.walletName).toBe('Rabby')
  })
})

describe('namespaceOfWallet', () => {
  it.each([
    ['ethereum:io.metamask', 'eip155'],
    ['solana:Phantom', 'solana'],
    ['polkadot:talisman', 'polkadot'],
    ['nothing', undefined],
    ['x:y', undefined],
  ])('%s › %s', (walletId, namespace) => {
    expect(namespaceOfWallet(walletId)).toBe(namespace)
  })
})
