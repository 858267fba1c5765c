import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { BridgeState } from '../../shared/channel/records/entries.ts'
import { initialState } from './initial-state.ts'
import { installDialogs } from './testing/dialogs.ts'
import { evmAccount } from './testing/sample-accounts.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
const registryKey = Symbol.for('drawbridge.instances')
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  Reflect.deleteProperty(globalThis, registryKey)
  Reflect.deleteProperty(window, 'injectedWeb3')
  vi.restoreAllMocks()
})

const connected: BridgeState = {
  ...initialState,
  status: 'connected',
  chains: [parseChainId('eip155:1')],
  accounts: [evmAccount],
}
const create = (...args: [own?: Parameters<typeof bridgeWorld>[1], options?: object]) =>
  bridgeWorld(ends, args[0], { platforms: ['ethereum', 'polkadot'], ...args[1] })
const frames = () => document.querySelectorAll('iframe').length

/** The wallets that a dApp discovers now. */
function announced() {
  const found: { info: { uuid: string }; provider: unknown }[] = []
  const listen = (event: Event) => found.push(Reflect.get(event, 'detail'))
  addEventListener('eip6963:announceProvider', listen)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', listen)
  return found
}
const injected = () => Reflect.get(Object(Reflect.get(window, 'injectedWeb3')), 'drawbridge')

describe('second instance of a project', () => {
  it('second instance › replaces the first › one frame and one announcement are left', async () => {
    const first = create()
    await first.bridge.openModal()
    const [before] = announced()
    const second = create()
    await second.bridge.openModal()
    expect(frames()).toBe(1)
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    expect(announced()).toEqual([{ info: before?.info, provider: second.bridge.ethereum }])
  })

  it('second instance › of another project or widget › the first is unchanged', async () => {
    const [first, second] = [create(), create({}, { projectId: 'q' })]
    await first.bridge.openModal()
    await second.bridge.openModal()
    expect(frames()).toBe(2)
    expect(new Set(announced().map(({ info }) => info.uuid)).size).toBe(2)
  })

  it('first instance › called after its replacement › forwards to the second', async () => {
    const first = create()
    await first.bridge.openModal()
    const opened = vi.fn(() => ({ is: 'dismissed' as const }))
    const requestMock = vi.fn(() => ({ result: '0x1' }))
    const second = create({
      'modal.open': opened,
      'wallet.request': requestMock,
      'state.get': () => connected,
    })
    expect(await first.bridge.openModal({ view: 'Networks' })).toEqual({ is: 'dismissed' })
    expect(opened).toHaveBeenCalledWith({ view: 'Networks' }, expect.anything())
    expect(await first.bridge.ethereum.request({ method: 'eth_getBalance', params: [] })).toBe('0x1')
    expect(await first.bridge.requestWallet('ethereum:w', { method: 'eth_getBalance' })).toBe('0x1')
    await first.bridge.disconnect('eip155')
    await first.bridge.setTheme({ mode: 'dark' })
    expect(second.widgetCalls.map(([name]) => name)).toEqual(
      expect.arrayContaining(['session.disconnect', 'theme.set']),
    )
    expect(first.bridge.accounts).toEqual(connected.accounts)
    expect(frames()).toBe(1)
  })

  it('first instance › its listeners › receive what the second one reports', async () => {
    const first = create()
    await first.bridge.openModal()
    const received: unknown[] = []
    first.bridge.ethereum.on('accountsChanged', (accounts) => received.push(accounts))
    const second = create()
    await second.bridge.openModal()
    second.widget.widgets[0]?.emit('state', connected)
    await vi.waitFor(() => expect(first.bridge.accounts).toEqual(connected.accounts))
    expect(received).toEqual([[evmAccount.address]])
  })

  it('first instance › openModal pending › continues at the second', async () => {
    const first = create({ 'modal.open': () => new Promise<never>(() => {}) })
    const opened = first.bridge.openModal()
    await vi.waitFor(() => expect(first.widget.links).toHaveLength(1))
    create({ 'modal.open': () => ({ is: 'dismissed' }) })
    expect(await opened).toEqual({ is: 'dismissed' })
  })

  it('first instance › another call pending › rejects and names the reason', async () => {
    const first = create({ 'wallet.request': () => new Promise<never>(() => {}) })
    await first.bridge.openModal()
    const read = first.bridge
      .requestWallet('ethereum:w', { method: 'eth_call' })
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(first.widget.links).toHaveLength(1))
    create()
    expect(await read).toMatchObject({ code: 4900, message: expect.stringContaining('took its place') })
  })

  it('first instance › destroyed after its replacement › entries of the second stay', async () => {
    const first = create()
    await first.bridge.openModal()
    const provider = first.bridge.ethereum
    const entry = injected()
    const second = create({ 'wallet.request': () => ({ result: '0x1' }) })
    await second.bridge.openModal()
    const taken = injected()
    expect(taken).not.toBe(entry)
    const received: unknown[] = []
    provider.on('disconnect', (error) => received.push(error))
    first.bridge.destroy()
    expect(injected()).toBe(taken)
    expect(announced()).toHaveLength(1)
    expect(frames()).toBe(1)
    expect(await provider.request({ method: 'eth_getBalance', params: [] })).toBe('0x1')
    await expect(first.bridge.openModal()).rejects.toMatchObject({ code: 4900 })
    expect(received).toEqual([])
    second.bridge.destroy()
    expect([injected(), announced().length, frames()]).toEqual([undefined, 0, 0])
  })

  it('second instance › the first was connected › keeps its accounts while loading', async () => {
    const first = create({ 'state.get': () => connected })
    await first.bridge.openModal()
    await vi.waitFor(() => expect(first.bridge.accounts).toHaveLength(1))
    const second = create({ 'state.get': () => connected })
    expect(second.bridge.accounts).toEqual(connected.accounts)
    await vi.waitFor(() => expect(second.widget.links).toHaveLength(1))
  })

  it('instance after a destroyed one › keeps the uuid, and serves the old provider', async () => {
    const first = create()
    const [before] = announced()
    first.bridge.destroy()
    expect(announced()).toEqual([])
    await expect(first.bridge.ethereum.request({ method: 'eth_chainId' })).rejects.toMatchObject({
      code: 4900,
    })
    const second = create({ 'wallet.request': () => ({ result: '0x2' }) })
    expect(announced().map(({ info }) => info.uuid)).toEqual([before?.info.uuid])
    const received: unknown[] = []
    first.bridge.ethereum.on('connect', (info) => received.push(info))
    expect(await first.bridge.ethereum.request({ method: 'eth_getBalance' })).toBe('0x2')
    second.widget.widgets[0]?.emit('state', connected)
    await vi.waitFor(() => expect(received).toEqual([{ chainId: '0x1' }]))
    expect(first.bridge.accounts).toEqual([])
  })
})

describe('registry of the page', () => {
  it.each<[string, unknown]>([
    ['text', 'x'],
    ['a list of nothing', []],
    ['an entry of another kind', { 'https://w.example p': { uuid: 7, handOver: 'x' } }],
    [
      'an entry that throws',
      {
        'https://w.example p': {
          handOver: () => {
            throw new Error('no')
          },
        },
      },
    ],
    ['an entry with another state', { 'https://w.example p': { handOver: () => ({ accounts: 'all' }) } }],
  ])('registry › contains %s › the instance starts as the first', async (_what, held) => {
    Reflect.set(globalThis, registryKey, held)
    const { bridge } = create()
    expect(bridge.accounts).toEqual([])
    expect(announced()).toHaveLength(1)
    expect(announced()[0]?.info.uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
    await bridge.openModal()
  })

  it('registry › a replacement that is no instance › is rejected', async () => {
    const { bridge } = create()
    const place: unknown = Reflect.get(Object(Reflect.get(globalThis, registryKey)), 'https://w.example p')
    const { handOver } = Object(place)
    expect(handOver({ openModal: () => {} })).toBeUndefined()
    const { switchNetwork: _, ...older } = { ...create({}, { projectId: 'q' }).bridge }
    expect(handOver(older)).toBeUndefined()
    expect(handOver({ ...older, switchNetwork: async () => {}, ethereum: {} })).toBeUndefined()
    await bridge.openModal()
    expect(frames()).toBe(1)
  })
})
