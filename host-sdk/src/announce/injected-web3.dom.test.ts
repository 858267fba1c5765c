import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountEntry, BridgeState } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
import { initialState } from '../initial-state.ts'
import { installDialogs } from '../testing/dialogs.ts'
import type { WidgetHandlers } from '../testing/linked-widget.ts'
import { polkadotAccount } from '../testing/sample-accounts.ts'
import { bridgeWorld } from '../testing/sdk-world.ts'
import type { Injected, InjectedAccount } from './injected-web3.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  Reflect.deleteProperty(window, 'injectedWeb3')
  Reflect.deleteProperty(navigator, 'userActivation')
})

type Entry = { version: string; enable(origin: string): Promise<Injected> }
const page: object = window
const entries = (): Record<string, Entry> => Reflect.get(page, 'injectedWeb3')
const enable = () => {
  const entry = entries().drawbridge
  if (!entry) throw new Error('There is no entry')
  return entry.enable('A dApp')
}
const openWithActivation = (isActive: boolean) =>
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive } })

const signature = `0x01${'ab'.repeat(64)}`
const ethereum: AccountEntry = {
  ...polkadotAccount,
  id: 'polkadot:talisman:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  type: 'ethereum',
}
const connectedState = (...accounts: AccountEntry[]): BridgeState => ({
  ...initialState,
  status: 'connected',
  accounts,
})

const world = (overrides: Partial<WidgetHandlers> = {}, options: Parameters<typeof bridgeWorld>[2] = {}) =>
  bridgeWorld(ends, overrides, { platforms: ['polkadot'], ...options })

type Case = [when: string, count: number, options: Parameters<typeof bridgeWorld>[2]]

describe('injectedWeb3 entry', () => {
  it('instance created › entry is a plain object with a version and enable', () => {
    const { widget } = world()
    const entry = entries().drawbridge
    expect(Object.getOwnPropertyDescriptor(entry, 'enable')?.value).toBeTypeOf('function')
    expect(entry?.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(widget.links).toEqual([])
  })

  it.each<Case>([
    ['by default, which is Polkadot alone,', 1, { platforms: undefined }],
    ['without Polkadot', 0, { platforms: ['ethereum', 'solana'] }],
    ['with announce: false', 0, { announce: false }],
  ])('%s › the page has %s injectedWeb3 entries', (_when, count, options) => {
    world({}, options)
    expect(Object.keys(Object(entries()))).toHaveLength(count)
  })

  it("entries of other wallets, or one of the widget's name › stay", () => {
    const others = { talisman: { enable: async () => ({}) }, drawbridge: { enable: async () => ({}) } }
    Object.assign(window, { injectedWeb3: others })
    const { drawbridge } = others
    const { bridge } = world()
    expect(Object.keys(entries())).toEqual(['talisman', 'drawbridge'])
    expect(entries().drawbridge).toBe(drawbridge)
    bridge.destroy()
    expect(entries().drawbridge).toBe(drawbridge)
  })

  it('destroy › removes the entry, and enable rejects with 4900', async () => {
    const { bridge } = world()
    const widgetEntry = entries().drawbridge
    bridge.destroy()
    expect(entries()).toEqual({})
    await expect(widgetEntry?.enable('A dApp')).rejects.toMatchObject({ code: 4900 })
  })
})

describe('enable', () => {
  it('user activation › opens the modal on Polkadot, and resolves on connect', async () => {
    openWithActivation(true)
    const opened = vi.fn()
    const { widget } = world({
      'modal.open': (request) => {
        opened(request)
        widget.widgets[0]?.emit('state', connectedState(polkadotAccount))
        return { is: 'dismissed' }
      },
    })
    const injected = await enable()
    expect(opened.mock.calls).toEqual([[{ namespace: 'polkadot' }]])
    expect(await injected.accounts.get()).toEqual([
      { address: polkadotAccount.address, name: 'Savings', type: 'sr25519' },
    ])
    expect(await enable()).toBe(injected)
    expect(opened).toHaveBeenCalledTimes(1)
  })

  it('modal closed without an account › rejects with 4001 as Polkadot{.js} does', async () => {
    openWithActivation(true)
    world()
    await expect(enable()).rejects.toMatchObject({
      code: 4001,
      message: 'Connection request was cancelled by the user.',
    })
  })

  it('two concurrent calls › open one modal', async () => {
    openWithActivation(true)
    const opened = vi.fn()
    const { widget } = world({
      'modal.open': async () => {
        opened()
        widget.widgets[0]?.emit('state', connectedState(polkadotAccount))
        return { is: 'dismissed' }
      },
    })
    const [one, other] = await Promise.all([enable(), enable()])
    expect(one).toBe(other)
    expect(opened).toHaveBeenCalledTimes(1)
  })

  it('no user activation › no modal, no accounts, and later accounts are emitted', async () => {
    openWithActivation(false)
    const opened = vi.fn()
    const { widget } = world({
      'modal.open': () => {
        opened()
        return { is: 'dismissed' }
      },
    })
    const injected = await enable()
    expect(await injected.accounts.get()).toEqual([])
    const heard: InjectedAccount[][] = []
    const stop = injected.accounts.subscribe((accounts) => heard.push(accounts))
    expect(stop).toBeTypeOf('function')
    await vi.waitFor(() => expect(heard).toEqual([[]]))
    widget.widgets[0]?.emit('state', connectedState(polkadotAccount))
    widget.widgets[0]?.emit('state', { ...connectedState(polkadotAccount), open: true })
    widget.widgets[0]?.emit('state', connectedState(polkadotAccount, ethereum))
    await vi.waitFor(() => expect(heard).toHaveLength(3))
    expect(heard[2]?.map(({ type }) => type)).toEqual(['sr25519', 'ethereum'])
    stop()
    widget.widgets[0]?.emit('state', initialState)
    await vi.waitFor(async () => expect(await injected.accounts.get()).toEqual([]))
    expect(heard).toHaveLength(3)
    expect(opened).not.toHaveBeenCalled()
  })

  it.each([true, false])(
    'called during load › has the accounts of reconnected wallets, activation: %s',
    async (isPressed) => {
      openWithActivation(isPressed)
      const opened = vi.fn(() => ({ is: 'dismissed' as const }))
      world({ 'modal.open': opened, 'state.get': () => connectedState(polkadotAccount) })
      expect(await (await enable()).accounts.get()).toHaveLength(1)
      expect(opened).not.toHaveBeenCalled()
    },
  )
})

describe('injected interface', () => {
  async function enabled(response: () => unknown = () => ({ id: 7, signature, signedTransaction: '0x84' })) {
    const requests: unknown[] = []
    const instance = world({
      'state.get': () =>
        connectedState({ ...polkadotAccount, type: undefined, genesisHash: '0x91' }, ethereum),
      'wallet.request': (request) => {
        requests.push(request)
        return { result: response() }
      },
    })
    openWithActivation(false)
    return { ...instance, requests, injected: await enable() }
  }

  it('accounts › each has a type, which papi requires, and its genesis hash', async () => {
    const { injected } = await enabled()
    expect(await injected.accounts.get()).toEqual([
      { address: polkadotAccount.address, name: 'Savings', type: 'sr25519', genesisHash: '0x91' },
      { address: ethereum.address, name: 'Savings', type: 'ethereum' },
    ])
  })

  it('signPayload › address with another prefix › the wallet gets the same payload', async () => {
    const { injected, requests } = await enabled()
    // The same public key with Polkadot's address prefix.
    const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
    const payload = { address, method: '0x00', version: 4, withSignedTransaction: true }
    const signed = await injected.signer.signPayload(payload)
    expect(signed).toEqual({ id: 7, signature, signedTransaction: '0x84' })
    expect(requests).toEqual([
      { walletId: 'polkadot:talisman', method: 'injectedWeb3:signPayload', params: payload },
    ])
  })

  it('signPayload › signedTransaction was not requested › is not returned', async () => {
    const { injected } = await enabled()
    const payload = { address: polkadotAccount.address, method: '0x00', version: 4 }
    expect(await injected.signer.signPayload(payload)).toEqual({ id: 7, signature })
  })

  it('signRaw › signs bytes', async () => {
    const { injected, requests } = await enabled()
    const raw = { address: ethereum.address.toLowerCase(), data: '0x68', type: 'bytes' } as const
    expect(await injected.signer.signRaw(raw)).toMatchObject({ id: 7, signature })
    expect(requests).toMatchObject([{ method: 'injectedWeb3:signRaw', params: { data: '0x68' } }])
  })

  it("user rejects › throws Cancelled with 4001, not the wallet's text", async () => {
    const { injected } = await enabled(() => {
      throw new ProviderRpcError(4001, 'Rejected')
    })
    await expect(
      injected.signer.signRaw({ address: polkadotAccount.address, data: '0x00' }),
    ).rejects.toMatchObject({ code: 4001, message: 'Cancelled' })
  })

  it('account not connected › throws 4100; other errors pass unchanged', async () => {
    const { injected, requests } = await enabled(() => {
      throw new ProviderRpcError(4200, 'Only extrinsic version 4 is supported, not 5')
    })
    const stranger = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
    await expect(injected.signer.signRaw({ address: stranger, data: '0x' })).rejects.toMatchObject({
      code: 4100,
    })
    expect(requests).toEqual([])
    const payload = { address: polkadotAccount.address, version: 5 }
    await expect(injected.signer.signPayload(payload)).rejects.toThrow('Only extrinsic version 4')
  })

  const runtime = { genesisHash: '0x91', specVersion: 2 }

  it('metadata › read from and provided to the connected extension', async () => {
    let response: unknown = [{ ...runtime, own: 1 }]
    const { injected, requests } = await enabled(() => response)
    expect(await injected.metadata.get()).toEqual([expect.objectContaining(runtime)])
    response = true
    expect(await injected.metadata.provide(runtime)).toBe(true)
    const walletId = 'polkadot:talisman'
    expect(requests).toEqual([
      { walletId, method: 'injectedWeb3:metadata.get' },
      { walletId, method: 'injectedWeb3:metadata.provide', params: runtime },
    ])
  })

  it('metadata.provide › unsupported › false; rejected by the user › throws', async () => {
    let code = 4200
    const { injected } = await enabled(() => {
      throw new ProviderRpcError(code, 'No')
    })
    expect(await injected.metadata.provide(runtime)).toBe(false)
    expect(await injected.metadata.get()).toEqual([])
    code = 4001
    await expect(injected.metadata.provide(runtime)).rejects.toMatchObject({ code })
  })

  it('metadata › no wallet connected › get is empty, provide rejects', async () => {
    world()
    openWithActivation(false)
    const { metadata } = await enable()
    expect(await metadata.get()).toEqual([])
    await expect(metadata.provide(runtime)).rejects.toMatchObject({ code: 4100 })
  })
})
