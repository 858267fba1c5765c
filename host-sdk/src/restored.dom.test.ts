import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { BridgeState } from '../../shared/channel/records/entries.ts'
import { initialState } from './initial-state.ts'
import { installDialogs } from './testing/dialogs.ts'
import { evmAccount } from './testing/sample-accounts.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  vi.useRealTimers()
})

const restoring: BridgeState = { ...initialState, loading: true }
const connected: BridgeState = {
  ...initialState,
  status: 'connected',
  chains: [parseChainId('eip155:1')],
  accounts: [evmAccount],
}

/** Subscribes to the provider as a dApp does. */
function eventsOf({ bridge }: ReturnType<typeof bridgeWorld>) {
  const received: string[] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const) {
    bridge.ethereum.on(name, () => received.push(name))
  }
  return received
}

describe('reconnecting wallets', () => {
  it('eth_accounts › creates the frame and waits until the wallets have reconnected', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const answered = vi.fn()
    const pendingRequest = world.bridge.ethereum.request({ method: 'eth_accounts' })
    pendingRequest.then(answered)
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    expect(answered).not.toHaveBeenCalled()
    world.widget.widgets[0]?.emit('state', connected)
    expect(await pendingRequest).toEqual([evmAccount.address])
  })

  it('eth_requestAccounts › modal closed meanwhile › returns the reconnected account', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const settled = vi.fn()
    const pendingRequest = world.bridge.ethereum.request({ method: 'eth_requestAccounts' })
    pendingRequest.then(settled, settled)
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    expect(settled).not.toHaveBeenCalled()
    world.widget.widgets[0]?.emit('state', connected)
    expect(await pendingRequest).toEqual([evmAccount.address])
  })

  it('eth_chainId › a wallet reconnects on another chain › emits chainChanged', async () => {
    const world = bridgeWorld(ends, {
      'state.get': () => restoring,
      'wallet.request': () => ({ result: '0x2105' }),
    })
    const received = eventsOf(world)
    expect(await world.bridge.ethereum.request({ method: 'eth_chainId' })).toBe('0x2105')
    world.widget.widgets[0]?.emit('state', connected)
    await vi.waitFor(() => expect(received).toEqual(['connect', 'chainChanged', 'accountsChanged']))
    expect(await world.bridge.ethereum.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  it('eth_requestAccounts › modal closed and no wallet reconnects › 4001', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const pendingRequest = world.bridge.ethereum.request({ method: 'eth_requestAccounts' })
    pendingRequest.catch(() => {})
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    world.widget.widgets[0]?.emit('state', initialState)
    await expect(pendingRequest).rejects.toMatchObject({ code: 4001 })
  })

  it('eth_accounts › no enabled wallets › empty once reported, then at once', async () => {
    const world = bridgeWorld(ends)
    expect(await world.bridge.ethereum.request({ method: 'eth_accounts' })).toEqual([])
    expect(await world.bridge.ethereum.request({ method: 'eth_accounts' })).toEqual([])
    expect(world.widget.links).toHaveLength(1)
  })

  it('wallet does not reconnect › waits at most 3 s', async () => {
    vi.useFakeTimers()
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const answered = vi.fn()
    world.bridge.ethereum.request({ method: 'eth_accounts' }).then(answered)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(answered).toHaveBeenCalledWith([])
  })

  it('Save-Data › eth_accounts does not load the widget', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
    try {
      const world = bridgeWorld(ends)
      expect(await world.bridge.ethereum.request({ method: 'eth_accounts' })).toEqual([])
      expect(world.widget.links).toEqual([])
    } finally {
      Reflect.deleteProperty(navigator, 'connection')
    }
  })

  it('new document that reconnects the wallets › no disconnect event', async () => {
    const states = [connected, restoring]
    const world = bridgeWorld(ends, { 'state.get': () => states.shift() ?? connected })
    await world.bridge.openModal()
    await vi.waitFor(() => expect(world.bridge.accounts).toEqual([evmAccount]))
    const received = eventsOf(world)
    world.widget.links[0]?.close('lost')
    // A lost document is recreated for the next request.
    void world.bridge.ethereum.request({ method: 'eth_accounts' })
    await vi.waitFor(() => expect(world.widget.widgets).toHaveLength(2))
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    expect(world.bridge.accounts).toEqual([evmAccount])
    world.widget.widgets[1]?.emit('state', connected)
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(false))
    expect(received).toEqual([])
  })

  it('wallet that the new document cannot reconnect › reported once known', async () => {
    const states = [connected, restoring]
    const world = bridgeWorld(ends, { 'state.get': () => states.shift() ?? initialState })
    await world.bridge.openModal()
    await vi.waitFor(() => expect(world.bridge.accounts).toHaveLength(1))
    const received = eventsOf(world)
    world.widget.links[0]?.close('lost')
    // A lost document is recreated for the next request.
    void world.bridge.ethereum.request({ method: 'eth_accounts' })
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    world.widget.widgets[1]?.emit('state', initialState)
    await vi.waitFor(() => expect(received).toEqual(['accountsChanged', 'disconnect']))
  })
})

describe('destroy', () => {
  it('subscribers › receive once that no account is connected', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => connected })
    await world.bridge.openModal()
    await vi.waitFor(() => expect(world.bridge.accounts).toHaveLength(1))
    const received = eventsOf(world)
    world.bridge.destroy()
    world.bridge.destroy()
    expect(received).toEqual(['accountsChanged', 'disconnect'])
    expect(world.bridge.accounts).toEqual([])
  })
})
