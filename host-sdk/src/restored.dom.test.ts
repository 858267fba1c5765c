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

/** Listens to the provider as a dApp does. */
function heardBy({ bridge }: ReturnType<typeof bridgeWorld>) {
  const heard: string[] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const) {
    bridge.ethereum.on(name, () => heard.push(name))
  }
  return heard
}

describe('wallets of the last visit', () => {
  it('behavior: eth_accounts makes the frame and waits until the widget has brought them back', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const answered = vi.fn()
    const asked = world.bridge.ethereum.request({ method: 'eth_accounts' })
    asked.then(answered)
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    expect(answered).not.toHaveBeenCalled()
    world.widget.widgets[0]?.emit('state', connected)
    expect(await asked).toEqual([evmAccount.address])
  })

  it('eth_requestAccounts › modal closed meanwhile › has the account once it is back', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const settled = vi.fn()
    const asked = world.bridge.ethereum.request({ method: 'eth_requestAccounts' })
    asked.then(settled, settled)
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    expect(settled).not.toHaveBeenCalled()
    world.widget.widgets[0]?.emit('state', connected)
    expect(await asked).toEqual([evmAccount.address])
  })

  it('eth_chainId › read while a wallet is restored on another chain › chainChanged follows', async () => {
    const world = bridgeWorld(ends, {
      'state.get': () => restoring,
      'wallet.request': () => ({ result: '0x2105' }),
    })
    const heard = heardBy(world)
    expect(await world.bridge.ethereum.request({ method: 'eth_chainId' })).toBe('0x2105')
    world.widget.widgets[0]?.emit('state', connected)
    await vi.waitFor(() => expect(heard).toEqual(['connect', 'chainChanged', 'accountsChanged']))
    expect(await world.bridge.ethereum.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  it('eth_requestAccounts › modal closed and no wallet comes back › 4001', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const asked = world.bridge.ethereum.request({ method: 'eth_requestAccounts' })
    asked.catch(() => {})
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    world.widget.widgets[0]?.emit('state', initialState)
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('behavior: where there are none eth_accounts is empty as soon as the widget has said so, and at once from then on', async () => {
    const world = bridgeWorld(ends)
    expect(await world.bridge.ethereum.request({ method: 'eth_accounts' })).toEqual([])
    expect(await world.bridge.ethereum.request({ method: 'eth_accounts' })).toEqual([])
    expect(world.widget.links).toHaveLength(1)
  })

  it('error: a wallet that does not come back keeps nobody for more than 3 s', async () => {
    vi.useFakeTimers()
    const world = bridgeWorld(ends, { 'state.get': () => restoring })
    const answered = vi.fn()
    world.bridge.ethereum.request({ method: 'eth_accounts' }).then(answered)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(answered).toHaveBeenCalledWith([])
  })

  it('behavior: who saves data is not made to load the widget by a question', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
    try {
      const world = bridgeWorld(ends)
      expect(await world.bridge.ethereum.request({ method: 'eth_accounts' })).toEqual([])
      expect(world.widget.links).toEqual([])
    } finally {
      Reflect.deleteProperty(navigator, 'connection')
    }
  })

  it('behavior: a new document that brings the wallets back is no disconnection', async () => {
    const states = [connected, restoring]
    const world = bridgeWorld(ends, { 'state.get': () => states.shift() ?? connected })
    await world.bridge.openModal()
    await vi.waitFor(() => expect(world.bridge.accounts).toEqual([evmAccount]))
    const heard = heardBy(world)
    world.widget.links[0]?.close('lost')
    // A document that is lost is made anew for the next question.
    void world.bridge.ethereum.request({ method: 'eth_accounts' })
    await vi.waitFor(() => expect(world.widget.widgets).toHaveLength(2))
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    expect(world.bridge.accounts).toEqual([evmAccount])
    world.widget.widgets[1]?.emit('state', connected)
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(false))
    expect(heard).toEqual([])
  })

  it('error: what the new document could not bring back is told once it knows', async () => {
    const states = [connected, restoring]
    const world = bridgeWorld(ends, { 'state.get': () => states.shift() ?? initialState })
    await world.bridge.openModal()
    await vi.waitFor(() => expect(world.bridge.accounts).toHaveLength(1))
    const heard = heardBy(world)
    world.widget.links[0]?.close('lost')
    // A document that is lost is made anew for the next question.
    void world.bridge.ethereum.request({ method: 'eth_accounts' })
    await vi.waitFor(() => expect(world.bridge.state.loading).toBe(true))
    world.widget.widgets[1]?.emit('state', initialState)
    await vi.waitFor(() => expect(heard).toEqual(['accountsChanged', 'disconnect']))
  })
})

describe('destroy', () => {
  it('behavior: whoever listens hears once that nobody is connected any more', async () => {
    const world = bridgeWorld(ends, { 'state.get': () => connected })
    await world.bridge.openModal()
    await vi.waitFor(() => expect(world.bridge.accounts).toHaveLength(1))
    const heard = heardBy(world)
    world.bridge.destroy()
    world.bridge.destroy()
    expect(heard).toEqual(['accountsChanged', 'disconnect'])
    expect(world.bridge.accounts).toEqual([])
  })
})
