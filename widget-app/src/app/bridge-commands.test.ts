import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { connectingAtom } from '#widget/features/connect/atoms.ts'
import { alice, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { bridgeCommands } from './bridge-commands.ts'

const walletId = 'ethereum:io.metamask'
const settle = () => new Promise<void>((done) => setImmediate(done))

function host() {
  const adapter = testAdapter()
  const world = testWorld({ wallets: [testWallet()], adapter })
  const commands = bridgeCommands(world.store)
  const { signal } = new AbortController()
  // A mounted view owns its connect attempt, which ends when the view unmounts.
  const shown: (() => void)[] = []
  world.store.sub(viewStackAtom, () => {
    for (const stop of shown.splice(0)) stop()
    const view = world.store.get(currentViewAtom)
    if (view.name === 'ConnectingExternal') shown.push(world.store.sub(connectingAtom(view), () => {}))
  })
  /** Clicks the button of the view on screen if it connects a wallet. */
  const clickConnect = () => {
    const view = world.store.get(currentViewAtom)
    if (view.name === 'ConnectingExternal') world.store.set(connectingAtom(view), 'start')
  }
  /** The outcome of an attempt, and `done` for the steps that need no user. */
  const settled = (attempt: Promise<void>) => ({
    outcome: attempt.then(
      () => 'connected' as const,
      (error: unknown) => error,
    ),
    done: () => world.clock.advance(0),
  })
  const connect = (id: string) => commands.connectWallet(id, signal)
  return { ...world, adapter, commands, connect, clickConnect, settled }
}

describe('bridgeCommands', () => {
  it('connect, disconnect › wallet id › that wallet', async () => {
    const { adapter, commands, connect } = host()
    await connect(walletId)
    await commands.disconnect({ walletId })
    expect(adapter.calls).toEqual([`connect ${walletId}`, `disconnect ${walletId}`])
  })

  it('connect › wallet is connected › error', async () => {
    const { adapter, connect } = host()
    await connect(walletId)
    await expect(connect(walletId)).rejects.toMatchObject({
      code: 'wallet/already-connected',
      message: `Extension ${walletId} already connected`,
    })
    expect(adapter.calls).toHaveLength(1)
  })

  it('disconnect › wallet is not connected › error', async () => {
    const { commands } = host()
    await expect(commands.disconnect({ walletId: 'polkadot:talisman' })).rejects.toMatchObject({
      code: 'wallet/not-connected',
      message: 'Extension polkadot:talisman is not connected',
    })
    await expect(commands.disconnect({})).resolves.toBeUndefined()
  })

  it.each([
    [{ method: 'personal_sign', params: ['0x00', alice] }],
    [{ method: 'personal_sign', params: ['0x00', alice], walletId }],
  ])('request › its wallet is reconnecting › that wallet responds', async (request) => {
    const { store, adapter, commands, connect } = host()
    const { signal } = new AbortController()
    await connect(walletId)
    adapter.emit({ is: 'disconnected' })
    store.set(reconnectingAtom, true)
    const requestMock = vi.fn()
    const pendingResult = commands.handleDappRequest({ ...request, signal })
    pendingResult.then(requestMock, requestMock)
    await settle()
    expect(requestMock).not.toHaveBeenCalled()
    await store.set(connectWalletAtom, { walletId })
    await vi.waitFor(() => expect(requestMock).toHaveBeenCalled())
    expect(requestMock.mock.lastCall?.[0]).not.toMatchObject({ code: 4100 })
  })

  it('request › nothing reconnects › 4100 at once, and after a failed reconnect', async () => {
    const { store, commands } = host()
    const { signal } = new AbortController()
    const ask = () => commands.handleDappRequest({ method: 'personal_sign', params: ['0x00', alice], signal })
    await expect(ask()).rejects.toMatchObject({ code: 4100 })
    store.set(reconnectingAtom, true)
    const pendingResult = ask()
    store.set(reconnectingAtom, false)
    await expect(pendingResult).rejects.toMatchObject({ code: 4100 })
  })

  it('disconnect › a locked wallet › error, and it does not reconnect', async () => {
    const { store, adapter, commands, connect } = host()
    await connect(walletId)
    adapter.emit({ is: 'disconnected' })
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([walletId])
    await expect(commands.disconnect({ walletId })).rejects.toMatchObject({ code: 'wallet/not-connected' })
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([])
  })

  it('connect › unknown wallet › unavailable after the wait for announcements', async () => {
    const { clock, connect } = host()
    const attempt = connect('polkadot:talisman').catch((thrown: unknown) => thrown)
    await clock.advance(2_000)
    expect(await attempt).toMatchObject({ code: 'wallet/not-found', message: 'Unavailable extension' })
  })

  it.each([
    ['', 'Missing walletId'],
    ['cosmos:keplr', 'Invalid platform'],
    ['talisman', 'Invalid platform'],
  ])('wallet id %j › rejected with %s', async (id, message) => {
    const { commands, connect } = host()
    await expect(connect(id)).rejects.toThrow(message)
    await expect(commands.disconnect({ walletId: id })).rejects.toThrow(message)
  })

  const other = testWallet({ rdns: 'com.attacker', name: 'Other' })
  const otherId = 'ethereum:com.attacker'

  it('R15 › host connects a wallet over an existing connection › needs a user click', async () => {
    const { adapter, connect, settled, store, transport, clickConnect } = host()
    await connect(walletId)
    transport.show([testWallet(), other])
    const { done, outcome } = settled(connect(otherId))
    await done()
    expect(adapter.calls).toEqual([`connect ${walletId}`])
    expect(store.get(viewStackAtom).at(-1)).toMatchObject({ name: 'ConnectingExternal', walletId: otherId })
    clickConnect()
    await done()
    expect(await outcome).toBe('connected')
    expect(adapter.calls).toContain(`connect ${otherId}`)
  })

  it.each([
    ['announced after the page loaded', { late: true }],
    ['announced twice', { warning: 'duplicate-rdns' }],
  ] as const)('R15 › host connects a wallet %s › needs a user click', async (_, mark) => {
    const { adapter, connect, settled, transport, clickConnect } = host()
    transport.show([{ ...other, ...mark }])
    const { done, outcome } = settled(connect(otherId))
    await done()
    expect(adapter.calls).toEqual([])
    clickConnect()
    await done()
    expect(await outcome).toBe('connected')
  })

  it('R15 › user closes the view that the host opened › 4001, the connection stays', async () => {
    const { adapter, connect, settled, store, transport } = host()
    await connect(walletId)
    transport.show([testWallet(), other])
    const { done, outcome } = settled(connect(otherId))
    await done()
    store.set(dismissModalAtom)
    expect(await outcome).toMatchObject({ code: 4001 })
    expect(adapter.calls).toEqual([`connect ${walletId}`])
    expect(store.get(currentConnectionsAtom)).toMatchObject([{ walletId }])
  })

  it('R15 › host aborts while the view is open › view closes, no wallet request', async () => {
    const { adapter, commands, settled, store, transport, clickConnect } = host()
    transport.show([{ ...other, late: true }])
    const controller = new AbortController()
    const { done, outcome } = settled(commands.connectWallet(otherId, controller.signal))
    await done()
    controller.abort(new Error('Gone'))
    expect(await outcome).toMatchObject({ message: 'Gone' })
    expect(store.get(modalOpenAtom)).toBe(false)
    clickConnect()
    await done()
    expect(adapter.calls).toEqual([])
  })

  it('R15 › host connects before reconnecting is done › waits, then needs a click', async () => {
    const { adapter, connect, settled, store, transport } = host()
    transport.show([testWallet(), other])
    store.set(reconnectingAtom, true)
    const { done } = settled(connect(otherId))
    await done()
    expect(adapter.calls).toEqual([])
    await store.set(connectWalletAtom, { walletId })
    store.set(reconnectingAtom, false)
    await done()
    expect(adapter.calls).toEqual([`connect ${walletId}`])
    expect(store.get(viewStackAtom).at(-1)).toMatchObject({ name: 'ConnectingExternal' })
  })

  it('host connects a wallet that is reconnecting › connected, without a view', async () => {
    const { adapter, connect, settled, store } = host()
    store.set(reconnectingAtom, true)
    const { done, outcome } = settled(connect(walletId))
    await store.set(connectWalletAtom, { walletId })
    store.set(reconnectingAtom, false)
    await done()
    expect(await outcome).toBe('connected')
    expect(store.get(modalOpenAtom)).toBe(false)
    expect(adapter.calls).toEqual([`connect ${walletId}`])
  })

  it('host disconnects a wallet that is reconnecting › no error, and not stored', async () => {
    const { commands, store } = host()
    store.set(enabledWalletsAtom, { autoReconnect: [walletId] })
    store.set(reconnectingAtom, true)
    await expect(commands.disconnect({ walletId })).resolves.toBeUndefined()
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([])
    await expect(commands.disconnect({ walletId })).rejects.toMatchObject({ code: 'wallet/not-connected' })
  })

  it('switchNetwork › network not configured › alert APKT001', async () => {
    const { commands, store } = host()
    const { signal } = new AbortController()
    await expect(commands.switchNetwork(parseChainId('eip155:5'), signal)).rejects.toMatchObject({
      code: 'APKT001',
      message: 'Network Not Found',
    })
    expect(store.get(alertsAtom)).toEqual([
      { code: 'APKT001', text: 'Network Not Found', detail: 'eip155:5' },
    ])
  })
})
