import { afterEach, describe, expect, it, vi } from 'vitest'
import { discoverStandardWallets } from './discover-wallet-standard.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
})

const solana = 'solana:localnet'
const [alice, bob] = [{ address: 'Alice' }, { address: 'Bob' }]
const wire = (...accounts: readonly { address: string }[]) =>
  accounts.map(({ address }) => ({ address, chains: [solana], features: ['solana:signTransaction'] }))
const fail = (): never => {
  throw new Error('A getter of the page')
}
const throwing = (name: string) => Object.defineProperty({}, name, { get: fail, enumerable: true })

type Api = { register(...wallets: unknown[]): () => void }

/** Registers wallets, and returns the function that unregisters them. */
function register(...wallets: readonly unknown[]): () => void {
  let leave = () => {}
  const detail = ({ register: add }: Api) => {
    leave = add(...wallets)
  }
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  return leave
}

function discover(onChange: () => void = () => {}) {
  const end = new AbortController()
  ends.push(end)
  return { wallets: discoverStandardWallets(window, end.signal, onChange), end }
}

const features = {
  'standard:connect': { connect: async () => undefined },
  'solana:signTransaction': { signTransaction: async () => undefined },
}
const testWallet = (own: object = {}, ownFeatures: object = {}) => ({
  name: 'Beacon',
  chains: [solana],
  features: { ...features, ...ownFeatures },
  ...own,
})

/** The only listed wallet. */
function listed(wallet: unknown) {
  const { wallets } = discover()
  register(wallet)
  const [found, ...more] = wallets.list()
  if (!found || more.length > 0) throw new Error('Not one wallet was found')
  return found
}

/** A wallet with events, the account lists that a listener received, and the signal that ends it. */
function setUp(own: object = {}, event = 'accountsChanged') {
  let emit: (change: unknown) => void = () => {}
  const stop = vi.fn()
  const on = vi.fn((_event: string, listener: (change: unknown) => void): unknown => {
    emit = listener
    return stop
  })
  const wallet = Object.defineProperties(
    testWallet({}, { 'standard:events': { on } }),
    Object.getOwnPropertyDescriptors(own),
  )
  const received: unknown[] = []
  const end = new AbortController()
  listed(wallet).provider.on(event, (accounts) => received.push(accounts), end.signal)
  return { emit: (change: unknown) => emit(change), received, on, stop, end, wallet }
}

describe('discovery', () => {
  it.each<[string, object]>([
    ['a data URI as icon', { icon: 'data:image/png;base64,AA==' }],
    ['several chains', { chains: ['sui:mainnet', solana] }],
  ])('wallet › with %s › listed', (_, own) => {
    expect(listed(testWallet(own)).wallet).toMatchObject({ name: 'Beacon', namespace: 'solana' })
  })

  it.each<[string, unknown, string | undefined]>([
    ['a data URI', 'data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['a URL', 'https://beacon.example/icon.png', undefined],
    ['nothing', undefined, undefined],
  ])('wallet › its icon is %s › kept only if it loads nothing', (_, icon, kept) => {
    const { wallet } = listed(testWallet({ icon }))
    expect([wallet.icon, 'icon' in wallet]).toEqual([kept, kept !== undefined])
  })

  const named = { value: 'Beacon' }
  const without = (name: keyof typeof features) => {
    const { [name]: _, ...rest } = features
    return testWallet({ features: rest })
  }
  it.each<[string, unknown]>([
    ['a text', 'wallet'],
    ['null', null],
    ['a wallet without features', testWallet({ features: null })],
    ['a wallet without chains', testWallet({ chains: undefined })],
    ['a wallet of a chain with a similar name', testWallet({ chains: ['not-solana:mainnet'] })],
    ['a wallet that cannot connect', without('standard:connect')],
    ['a wallet that cannot sign', without('solana:signTransaction')],
    ['a name that is no text', testWallet({ name: 7 })],
    ['a name in a list', testWallet({ name: ['Beacon'] })],
    [
      'a function',
      Object.defineProperty(
        Object.assign(() => {}, { chains: [solana], features }),
        'name',
        named,
      ),
    ],
    ['features that are a function', testWallet({ features: Object.assign(() => {}, features) })],
    ['a getter that throws', throwing('chains')],
  ])('registration › %s › not listed, others unaffected', (_, wallet) => {
    const { wallets } = discover()
    register(wallet, testWallet({ name: 'Other' }))
    expect(wallets.list().map((one) => one.wallet.name)).toEqual(['Other'])
  })

  it('wallet that only sends › listed', () => {
    const { 'solana:signTransaction': _, ...rest } = features
    const sending = { ...rest, 'solana:signAndSendTransaction': {} }
    expect(listed(testWallet({ features: sending })).wallet.name).toBe('Beacon')
  })

  it('wallets › one of several unregistered, with values that are none › removed alone', () => {
    const { wallets } = discover()
    const leave = register(testWallet(), null, 'text', undefined)
    register(testWallet({ name: 'Other' }))
    leave()
    expect(wallets.list().map(({ wallet }) => wallet.name)).toEqual(['Other'])
  })

  it('signal aborted › the function of a registered wallet › adds nothing', () => {
    let api: Api | undefined
    const onReady = (event: Event) => {
      api = Reflect.get(event, 'detail')
    }
    addEventListener('wallet-standard:app-ready', onReady, { once: true })
    const { wallets, end } = discover()
    end.abort()
    const leave = api?.register(testWallet())
    expect(wallets.list()).toEqual([])
    leave?.()
    expect(Object.isFrozen(api)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['no function', undefined],
    ['a function that throws', fail],
  ])('event › its detail is %s › no wallet, no error', (_, detail) => {
    const { wallets } = discover()
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    expect(wallets.list()).toEqual([])
  })
})

describe('wallet', () => {
  it('methods › of the standard › supported, and no others', () => {
    const { supports } = listed(testWallet()).provider
    const methods = [
      'standard:connect',
      'standard:disconnect',
      'solana:signIn',
      'solana:signMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
    ]
    expect(methods.filter((method) => supports?.(method))).toEqual(methods)
    const others = [
      'xstandard:connect',
      'solana:signInAll',
      'standard:events',
      'solana:sign',
      'solana:AndSend',
    ]
    expect(others.filter((method) => supports?.(method))).toEqual([])
  })

  it('account › without features › those of its wallet that sign', async () => {
    class Features {
      'standard:connect' = { connect: async () => ({ accounts: [alice] }) }
      'solana:signTransaction' = {}
      get 'solana:signMessage'() {
        return {}
      }
    }
    const { provider } = listed(testWallet({ chains: [solana, 7], features: new Features() }))
    expect(await provider.request({ method: 'standard:connect' })).toEqual({
      accounts: [
        { address: 'Alice', chains: [solana], features: ['solana:signMessage', 'solana:signTransaction'] },
      ],
    })
  })

  it.each<[string, object, object]>([
    ['a feature', {}, throwing('solana:signIn')],
    ['its accounts', throwing('accounts'), {}],
  ])('wallet › a getter of %s throws › connects without it', async (_, own, ownFeatures) => {
    const wallet = Object.defineProperties(
      testWallet({
        features: Object.defineProperties({ ...features }, Object.getOwnPropertyDescriptors(ownFeatures)),
      }),
      Object.getOwnPropertyDescriptors(own),
    )
    const { provider } = listed(wallet)
    expect(await provider.request({ method: 'standard:connect' })).toEqual({ accounts: [] })
    await expect(provider.request({ method: 'solana:signIn' })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('changes of accounts', () => {
  it.each<[string, object, unknown, unknown]>([
    ['accounts', { accounts: [bob] }, { accounts: [alice] }, wire(alice)],
    ['no accounts, which the object lists', { accounts: [bob] }, { features: {} }, wire(bob)],
    ['nothing, and the object lists accounts', { accounts: [bob] }, undefined, wire(bob)],
    ['an empty list, and the object lists accounts', { accounts: [bob] }, { accounts: [] }, wire(bob)],
    ['an empty list, as the object', { accounts: [] }, { accounts: [] }, []],
    ['an empty list, and the object has none', {}, { accounts: [] }, []],
    ['an empty list, and the getter throws', throwing('accounts'), { accounts: [] }, []],
  ])('event › with %s › the accounts', async (_, own, change, accounts) => {
    const { emit, received, on } = setUp(own)
    expect(on.mock.calls).toEqual([['change', expect.any(Function)]])
    emit(change)
    await Promise.resolve()
    expect(received).toEqual([accounts])
  })

  it.each<[string, object, unknown]>([
    ['no accounts, and the object lists none', { accounts: [] }, { features: {} }],
    ['accounts that are no list', { accounts: 'all' }, { accounts: 'all' }],
    ['a getter that throws', {}, throwing('accounts')],
  ])('event › with %s › not reported', async (_, own, change) => {
    const { emit, received } = setUp(own)
    emit(change)
    await Promise.resolve()
    expect(received).toEqual([])
  })

  it.each<[string, unknown]>([
    ['no accounts', { features: {} }],
    ['accounts that are no list', { accounts: 'all' }],
  ])('event › with %s › the known accounts can sign', async (_, change) => {
    let emit: (change: unknown) => void = () => {}
    const { provider } = listed(
      testWallet(
        {},
        {
          'standard:connect': { connect: async () => [alice] },
          'standard:events': { on: (_event: string, listener: typeof emit) => (emit = listener) },
          'solana:signTransaction': { signTransaction: async () => 'signed' },
        },
      ),
    )
    await provider.request({ method: 'standard:connect' })
    provider.on('accountsChanged', () => {}, new AbortController().signal)
    emit(change)
    const params = { address: alice.address, transaction: 'AQI=' }
    expect(await provider.request({ method: 'solana:signTransaction', params })).toBe('signed')
  })

  it('event › empty before the wallet changes its list › the new list', async () => {
    const { emit, received, wallet } = setUp({ accounts: [] })
    emit({ accounts: [] })
    Object.assign(wallet, { accounts: [bob] })
    await Promise.resolve()
    expect(received).toEqual([wire(bob)])
  })

  it('event › another one right after an empty one › only the newer one is reported', async () => {
    const { emit, received } = setUp()
    emit({ accounts: [] })
    emit({ accounts: [alice] })
    await Promise.resolve()
    await Promise.resolve()
    expect(received).toEqual([wire(alice)])
  })

  it('listener › until its signal aborts › then stopped once', () => {
    const { stop, end } = setUp()
    expect(stop).not.toHaveBeenCalled()
    end.abort()
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it('listener › of another event › not added', () => {
    expect(setUp({}, 'chainChanged').on).not.toHaveBeenCalled()
  })

  it.each<[string, object]>([
    ['has no events', {}],
    ['has events without a function', { 'standard:events': {} }],
    ['throws in on', { 'standard:events': { on: fail } }],
    ['returns no stop function', { 'standard:events': { on: () => 'stop' } }],
    ['throws as it stops', { 'standard:events': { on: () => fail } }],
  ])('listener › wallet %s › no error', (_, ownFeatures) => {
    const { provider } = listed(testWallet({}, ownFeatures))
    const end = new AbortController()
    expect(() => {
      provider.on('accountsChanged', () => {}, end.signal)
      end.abort()
    }).not.toThrow()
  })
})
