import { describe, expect, it, vi } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { nextConnectionState } from '#widget/domain/accounts/connection-machine.ts'
import {
  type ConnectionState,
  connectionsAtom,
  reconnectedAtom,
} from '#widget/domain/accounts/connections.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { settle } from '#widget/lib/fake-clock.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { connectWalletAtom, disconnectAtom } from './connection-actions.ts'
import { reconnectOnUnlock } from './reconnect-on-unlock.ts'

const connection = testConnection()
const { namespace, walletId, handle } = connection
const other = testConnection({ walletId: 'ethereum:other', handle: 'f'.repeat(32) })
const noAccount = new WidgetError('wallet/no-account', 'The wallet gave no account')

type World = {
  readonly state?: ConnectionState
  readonly holdsMany?: boolean
  readonly isWanted?: boolean
  /** Results of the silent connects, in order; the last one repeats. */
  readonly answers?: readonly (() => Promise<Connection>)[]
}

/** A locked wallet, which the transport lists. */
function world({ state: first, holdsMany = false, isWanted = true, answers: results = [] }: World = {}) {
  let state = first
  let enabled = isWanted
  let listener: ((event: string, data: unknown) => void) | undefined
  const left = [...results]
  const connectSilently = vi.fn(
    () => (left.length > 1 ? left.shift() : left[0])?.() ?? Promise.resolve(connection),
  )
  const watch = vi.fn(async () => {})
  const stop = reconnectOnUnlock(
    {
      discoveredWallets: () => [testWallet()],
      state: () => state,
      allowsMultiple: () => holdsMany,
      dispatch: (_namespace, event) => {
        state = nextConnectionState(state, event)
      },
      watch,
      log: () => {},
      isEnabled: () => enabled,
      connectSilently,
      onEvent: (_handle, added) => {
        listener = added
        return () => {
          listener = undefined
        }
      },
    },
    { namespace, walletId, handle },
  )
  return {
    stop,
    connectSilently,
    follow: watch,
    state: () => state,
    isWaiting: () => listener !== undefined,
    unwant: () => {
      enabled = false
    },
    emit: async (event: string, data?: unknown) => {
      listener?.(event, data)
      await settle()
    },
  }
}

describe('reconnectOnUnlock', () => {
  it.each<[string, unknown]>([
    ['accountsChanged', [alice]],
    ['accountsChanged', undefined],
    ['connect', { chainId: '0x1' }],
  ])('wallet › emits %s %j › is connected and watched', async (event, data) => {
    const { emit, state, follow: watch, isWaiting } = world()
    await emit(event, data)
    expect(state()).toEqual({ is: 'connected', connection })
    expect(watch.mock.calls).toEqual([[connection]])
    expect(isWaiting()).toBe(false)
  })

  it.each<[string, unknown]>([
    ['accountsChanged', []],
    ['chainChanged', '0x1'],
    ['disconnect', undefined],
  ])('wallet › emits %s %j › is not called', async (event, data) => {
    const { emit, connectSilently, isWaiting } = world()
    await emit(event, data)
    expect(connectSilently).not.toHaveBeenCalled()
    expect(isWaiting()).toBe(true)
  })

  it('wallet › shares no account yet › is connected by a later event', async () => {
    const { emit, state } = world({ answers: [() => Promise.reject(noAccount), async () => connection] })
    await emit('connect')
    expect(state()).toBeUndefined()
    await emit('accountsChanged', [alice])
    expect(state()).toEqual({ is: 'connected', connection })
  })

  it('wallet › emits during a call › is called once more', async () => {
    let rejectConnect = (_error: unknown) => {}
    const first = () =>
      new Promise<Connection>((_resolve, reject) => {
        rejectConnect = reject
      })
    const { emit, connectSilently, state } = world({ answers: [first, async () => connection] })
    await emit('connect')
    await emit('accountsChanged', [alice])
    await emit('accountsChanged', [alice])
    expect(connectSilently).toHaveBeenCalledTimes(1)
    rejectConnect(noAccount)
    await settle()
    expect(connectSilently).toHaveBeenCalledTimes(2)
    expect(state()).toEqual({ is: 'connected', connection })
  })

  it.each<[string, World]>([
    ['disconnected it here', { isWanted: false }],
    ['has another wallet in its place', { state: { is: 'connected', connection: other } }],
    ['has connected it', { state: { is: 'connected', connection } }],
  ])('user › %s › the wallet is not called any more', async (_what, options) => {
    const { emit, connectSilently, isWaiting } = world(options)
    await emit('accountsChanged', [alice])
    expect(connectSilently).not.toHaveBeenCalled()
    expect(isWaiting()).toBe(false)
  })

  it('user › disconnects during the call › it stays disconnected', async () => {
    let resolveConnect = (_connection: Connection) => {}
    const slow = () =>
      new Promise<Connection>((resolve) => {
        resolveConnect = resolve
      })
    const { emit, state, unwant, follow: watch } = world({ answers: [slow] })
    await emit('connect')
    unwant()
    resolveConnect(connection)
    await settle()
    expect(state()).toBeUndefined()
    expect(watch).not.toHaveBeenCalled()
  })

  it('user › is connecting it › the attempt has the accounts', async () => {
    const attempt: ConnectionState = { is: 'connecting', walletId, kind: 'asked', previous: undefined }
    const { emit, connectSilently, isWaiting } = world({ state: attempt })
    await emit('accountsChanged', [alice])
    expect(connectSilently).not.toHaveBeenCalled()
    expect(isWaiting()).toBe(true)
  })

  it('several wallets › another one is active › it is added as inactive', async () => {
    const { emit, state } = world({ holdsMany: true, state: { is: 'connected', connection: other } })
    await emit('accountsChanged', [alice])
    expect(state()).toEqual({ is: 'connected', connection: other, others: [connection] })
  })

  it('wait › ended › events are ignored', async () => {
    const { stop, emit, connectSilently } = world()
    stop()
    await emit('accountsChanged', [alice])
    expect(connectSilently).not.toHaveBeenCalled()
  })
})

describe('locked wallet', () => {
  /** MetaMask, connected by the user, with a function that emits its events. */
  async function connected(wallet = testWallet()) {
    const adapter = testAdapter()
    const made = testWorld({
      adapter,
      wallets: [wallet],
      routes: { '/appkit/v1/config': () => ({ body: { features: [] } }) },
    })
    const listeners = new Set<(event: string, data: unknown) => void>()
    const { store, ports, clock } = made
    store.set(portsAtom, {
      ...ports,
      transport: {
        ...made.transport,
        onEvent: (_handle, listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    })
    store.set(watchWalletsAtom)
    const userConnection = await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    adapter.emit({ is: 'disconnected' })
    const unlock = async () => {
      for (const listener of [...listeners]) listener('accountsChanged', [alice])
      await clock.advance(100)
    }
    const state = () => store.get(connectionsAtom).eip155?.is
    return { ...made, adapter, unlock, state, walletId: userConnection.walletId, listeners }
  }

  it('unlocked › reconnected silently, and watched', async () => {
    const { store, adapter, unlock, state } = await connected()
    expect(state()).toBe('disconnected')
    await unlock()
    expect(state()).toBe('connected')
    expect(adapter.calls).toEqual(['connect ethereum:io.metamask', 'connect:silent ethereum:io.metamask'])
    expect([...store.get(reconnectedAtom)]).toEqual([handle])
    adapter.emit({ is: 'disconnected' })
    expect(state()).toBe('disconnected')
    expect([...store.get(reconnectedAtom)]).toEqual([])
    await unlock()
    expect(state()).toBe('connected')
    await store.set(disconnectAtom)
    expect([...store.get(reconnectedAtom)]).toEqual([])
  })

  it.each([
    ['everything', {}],
    ['its ecosystem', { namespace: 'eip155' } as const],
    ['the wallet', { walletId: 'ethereum:io.metamask' }],
  ])('the user disconnects %s, unlocked › stays disconnected', async (_what, target) => {
    const { store, unlock, state, adapter } = await connected()
    await store.set(disconnectAtom, target)
    await unlock()
    expect(state()).toBe('disconnected')
    expect(adapter.calls).toEqual(['connect ethereum:io.metamask'])
  })

  it('WalletConnect session › is not awaited', async () => {
    const { listeners } = await connected(testWallet({ source: 'walletconnect' })).catch(() => ({
      listeners: new Set(),
    }))
    expect(listeners.size).toBe(0)
  })
})
