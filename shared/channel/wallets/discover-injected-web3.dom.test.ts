import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeClock } from '../testing/fake-clock.ts'
import { discoverInjectedWeb3 } from './discover-injected-web3.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  Reflect.deleteProperty(window, 'injectedWeb3')
})

const alice = { address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', name: 'Alice', type: 'sr25519' }

/** An extension as it injects itself. */
function extension(enabled: Record<string, unknown> = {}) {
  const listeners = new Set<(accounts: unknown) => void>()
  const injected = {
    accounts: {
      get: async () => [alice, { name: 'No address' }],
      subscribe: (listener: (accounts: unknown) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    signer: {
      signPayload: async (payload: object) => ({ id: 1, signature: '0xabcd', echo: payload }),
      signRaw: async () => ({ id: 2, signature: '0x12' }),
    },
    ...enabled,
  }
  const entry = { version: '0.63.1', enable: vi.fn(async (_origin: string): Promise<unknown> => injected) }
  const emitAccounts = (accounts: unknown) => {
    for (const listener of listeners) listener(accounts)
  }
  return { entry, listeners, emitAccounts }
}

function inject(entries: object): void {
  Reflect.set(window, 'injectedWeb3', { ...Reflect.get(window, 'injectedWeb3'), ...entries })
}

function discover(onChange: () => void = () => {}) {
  const end = new AbortController()
  ends.push(end)
  const clock = fakeClock()
  return { wallets: discoverInjectedWeb3(window, 'Shop', clock, end.signal, onChange), clock, end }
}

const ids = (wallets: ReturnType<typeof discover>['wallets']) =>
  wallets.list().map(({ wallet }) => wallet.injectedId)

describe('discovery', () => {
  it('widget of any build, or its key › not listed', () => {
    const mark = { [Symbol.for('drawbridge.wallet')]: true }
    inject({ later: { ...extension().entry, ...mark }, Drawbridge: extension().entry })
    inject({ trellis: extension().entry })
    expect(ids(discover().wallets)).toEqual(['trellis'])
  })

  it.each<[string, object, string]>([
    ['trellis', { name: 'Trellis Wallet' }, 'Trellis Wallet'],
    ['trellis', { title: 'Trellis Extension' }, 'Trellis Extension'],
    ['fearless-wallet', {}, 'Fearless Wallet'],
    ['_fearless__wallet.js', {}, 'Fearless Wallet'],
    ['subwallet-js', { name: ' ' }, 'Subwallet'],
    ['OneKey', { name: 7 }, 'OneKey'],
    ['js', {}, 'js'],
  ])('extension %s › with %j › named %s, not by its key', (id, named, name) => {
    inject({ [id]: { ...extension().entry, ...named } })
    const { wallets } = discover()
    expect(wallets.list().map(({ wallet }) => [wallet.injectedId, wallet.name])).toEqual([[id, name]])
  })

  it('extensions › found at 0, 200, 500, 1000 ms and later, not enabled', () => {
    const onChange = vi.fn()
    const { entry } = extension()
    inject({ early: entry })
    const { wallets, clock } = discover(onChange)
    expect(wallets.list()).toEqual([
      {
        provider: expect.anything(),
        wallet: expect.objectContaining({
          namespace: 'polkadot',
          source: 'injected-web3',
          injectedId: 'early',
        }),
      },
    ])
    const arrivals = [
      ['at 200', 200],
      ['at 500', 300],
      ['at 1000', 500],
      ['after 3 s', 2_000],
      ['after a minute', 57_000],
    ] as const
    for (const [index, [id, ms]] of arrivals.entries()) {
      inject({ [id]: extension().entry })
      clock.advance(ms - 1)
      expect(ids(wallets)).toHaveLength(index + (ms > 1_000 ? 2 : 1))
      clock.advance(1)
      expect(ids(wallets)).toContain(id)
    }
    expect(onChange).toHaveBeenCalledTimes(6)
    expect(entry.enable).not.toHaveBeenCalled()
  })

  it('one extension under two keys › listed once; after abort no reads', () => {
    const { entry } = extension()
    inject({ 'nova-wallet': entry, 'polkadot-js': entry })
    const { wallets, clock, end } = discover()
    expect(ids(wallets)).toEqual(['nova-wallet'])
    end.abort()
    inject({ late: extension().entry })
    clock.advance(5_000)
    expect(ids(wallets)).toEqual(['nova-wallet'])
  })

  it('another extension at a used key › both marked, whatever their names', () => {
    inject({ trellis: { ...extension().entry, name: 'Trellis Wallet' } })
    const { wallets, clock } = discover()
    inject({ trellis: extension().entry })
    clock.advance(1_000)
    expect(wallets.list().map(({ wallet }) => [wallet.name, wallet.warning])).toEqual([
      ['Trellis Wallet', 'duplicate-name'],
      ['Trellis', 'duplicate-name'],
    ])
  })

  it('page copies its extensions at each read › listed once, without a warning', () => {
    const { entry } = extension()
    Object.defineProperty(window, 'injectedWeb3', {
      configurable: true,
      get: () => ({ trellis: { ...entry } }),
    })
    const { wallets, clock } = discover()
    clock.advance(5_000)
    expect(wallets.list().map(({ wallet }) => [wallet.name, wallet.warning])).toEqual([
      ['Trellis', undefined],
    ])
  })

  it('page returns a new extension at each read › two listed, room for others', () => {
    const { entry } = extension()
    Object.defineProperty(window, 'injectedWeb3', {
      configurable: true,
      get: () => ({ trellis: extension().entry, lantern: entry }),
    })
    const { wallets, clock } = discover()
    clock.advance(60_000)
    expect(ids(wallets)).toEqual(['trellis', 'lantern', 'trellis'])
  })

  it('invalid entries, getters that throw › others unaffected', () => {
    const trap = {
      get enable() {
        throw new Error('a trap')
      },
    }
    const asFunction = Object.assign(() => {}, extension().entry)
    const [longest, tooLong] = ['k'.repeat(128), 'k'.repeat(129)]
    inject({ '': extension().entry, nothing: null, text: 'x', empty: {}, trap, asFunction })
    inject({ [tooLong]: extension().entry, [longest]: extension().entry, good: extension().entry })
    expect(ids(discover().wallets)).toEqual([longest, 'good'])
  })

  it('page without extensions, or another value there › none listed', () => {
    Reflect.set(window, 'injectedWeb3', 7)
    expect(discover().wallets.list()).toEqual([])
  })
})

describe('requests', () => {
  const setUp = (own = extension()) => {
    inject({ 'polkadot-js': own.entry })
    const [found] = discover().wallets.list()
    if (!found) throw new Error('No extension was found')
    return { ...own, provider: found.provider }
  }

  it("enable › with the site's name › accounts as data", async () => {
    const { entry, provider } = setUp()
    expect(await provider.request({ method: 'injectedWeb3:enable' })).toEqual({ accounts: [alice] })
    expect(entry.enable).toHaveBeenCalledWith('Shop')
  })

  it('enabled › silent request not repeated; after disconnect it is', async () => {
    const { entry, provider } = setUp()
    const enable = (silent: boolean) =>
      provider.request({ method: 'injectedWeb3:enable', params: { silent } })
    await enable(false)
    expect(await enable(true)).toEqual({ accounts: [alice] })
    expect(entry.enable).toHaveBeenCalledTimes(1)
    await provider.request({ method: 'injectedWeb3:disconnect' })
    await enable(true)
    expect(entry.enable).toHaveBeenCalledTimes(2)
  })

  it('signing › only what the extension signed is returned', async () => {
    const { provider } = setUp()
    await provider.request({ method: 'injectedWeb3:enable' })
    expect(await provider.request({ method: 'injectedWeb3:signPayload', params: {} })).toEqual({
      id: 1,
      signature: '0xabcd',
    })
    expect(await provider.request({ method: 'injectedWeb3:signRaw', params: {} })).toEqual({
      id: 2,
      signature: '0x12',
    })
  })

  it('metadata › passed to the extension that supports it only', async () => {
    const knownMetadata = [{ genesisHash: '0x91', specVersion: 1 }]
    const metadata = { get: async () => knownMetadata, provide: vi.fn(async (_definition: unknown) => true) }
    const { provider } = setUp(extension({ metadata }))
    const provide = { method: 'injectedWeb3:metadata.provide', params: { genesisHash: '0x91' } }
    await expect(provider.request(provide)).rejects.toMatchObject({ code: 4200 })
    await provider.request({ method: 'injectedWeb3:enable' })
    expect(await provider.request({ method: 'injectedWeb3:metadata.get' })).toEqual(knownMetadata)
    expect(await provider.request(provide)).toBe(true)
    expect(metadata.provide).toHaveBeenCalledWith({ genesisHash: '0x91' })
  })

  it('not enabled › signing rejected', async () => {
    const { provider } = setUp()
    await expect(provider.request({ method: 'injectedWeb3:signRaw' })).rejects.toMatchObject({ code: 4100 })
    await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4200 })
    expect(provider.supports?.('eth_accounts')).toBe(false)
  })

  it.each([
    ['Connection request was rejected by the user.', 4001],
    ['Cancelled', 4001],
    ['The source https://x has a pending authorization request', -32002],
    ['Site x has not been authorised for Talisman yet', 4001],
    ['Enkrypt not initialized', -32603],
  ])('extension rejects with %j › %i', async (message, code) => {
    const own = extension()
    own.entry.enable.mockRejectedValue(new Error(message))
    const { provider } = setUp(own)
    await expect(provider.request({ method: 'injectedWeb3:enable' })).rejects.toMatchObject({ code, message })
  })

  it('accounts changed › reported while connected; disconnect unsubscribes', async () => {
    const { provider, emitAccounts, listeners } = setUp()
    const received: unknown[] = []
    provider.on('accountsChanged', (data) => received.push(data), new AbortController().signal)
    await provider.request({ method: 'injectedWeb3:enable' })
    emitAccounts([alice])
    await provider.request({ method: 'injectedWeb3:disconnect' })
    expect(listeners.size).toBe(0)
    expect(received).toEqual([[alice]])
  })
})
