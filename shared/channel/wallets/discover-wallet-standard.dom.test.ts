import { afterEach, describe, expect, it, vi } from 'vitest'
import { discoverStandardWallets } from './discover-wallet-standard.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
})

const solana = 'solana:localnet'
const account = (address = 'So11111111111111111111111111111111111111112') => ({
  address,
  publicKey: new Uint8Array(32),
  chains: [solana],
  features: ['solana:signTransaction'],
  label: 'Main',
})

/** A wallet as extensions register it; `own` replaces members for a test. */
function testWallet(own: Record<string, unknown> = {}, features: Record<string, unknown> = {}) {
  const listeners = new Set<(change: unknown) => void>()
  const first = account()
  const signed: unknown[] = []
  const wallet = {
    version: '1.0.0',
    name: 'Beacon',
    icon: 'data:image/svg+xml,<svg/>',
    chains: [solana],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: vi.fn(async () => ({ accounts: [first] })) },
      'standard:events': {
        version: '1.0.0',
        on: (_event: string, listener: (change: unknown) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        signTransaction: async (input: { transaction: Uint8Array }) => {
          signed.push(input)
          return [{ signedTransaction: new Uint8Array([...input.transaction, 9]) }]
        },
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        signAndSendTransaction: async () => [{ signature: new Uint8Array([0, 1, 2]) }],
      },
      ...features,
    },
    ...own,
  }
  const emitChange = (change: unknown) => {
    for (const listener of listeners) listener(change)
  }
  return { wallet, first, signed, emitChange }
}

type Api = { register(...wallets: unknown[]): () => void }

function register(...wallets: unknown[]): void {
  const detail = ({ register: add }: Api) => add(...wallets)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
}

function discover(onChange: () => void = () => {}) {
  const end = new AbortController()
  ends.push(end)
  return { wallets: discoverStandardWallets(window, end.signal, onChange), end }
}

const only = (wallets: ReturnType<typeof discover>['wallets']) => {
  const [found] = wallets.list()
  if (!found) throw new Error('No wallet was found')
  return found
}

describe('discovery', () => {
  it('widget of any build, or its name › not listed', () => {
    const { wallets } = discover()
    register(testWallet({ name: 'Later', [Symbol.for('drawbridge.wallet')]: true }).wallet)
    register(testWallet({ name: 'Drawbridge' }).wallet, testWallet().wallet)
    expect(wallets.list().map(({ wallet }) => wallet.name)).toEqual(['Beacon'])
  })

  it('wallets › registered before and later › listed in order', () => {
    const earlyWallet = testWallet().wallet
    const onReady = (event: Event) => Reflect.get(event, 'detail').register(earlyWallet)
    addEventListener('wallet-standard:app-ready', onReady, { once: true })
    const onChange = vi.fn()
    const { wallets } = discover(onChange)
    register(testWallet({ name: 'Late' }).wallet)
    expect(wallets.list().map(({ wallet }) => wallet)).toEqual([
      expect.objectContaining({ namespace: 'solana', source: 'wallet-standard', name: 'Beacon' }),
      expect.objectContaining({ name: 'Late' }),
    ])
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it('same wallet again › no change; unregistered › removed', () => {
    let leave = () => {}
    const { wallet } = testWallet()
    const { wallets } = discover()
    register(wallet)
    const detail = ({ register: add }: Api) => {
      leave = add(wallet)
    }
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    expect(wallets.list()).toHaveLength(1)
    leave()
    expect(wallets.list()).toEqual([])
  })

  it('two wallets of one name › both marked', () => {
    const { wallets } = discover()
    register(testWallet().wallet, testWallet().wallet)
    expect(wallets.list().map(({ wallet }) => wallet.warning)).toEqual(['duplicate-name', 'duplicate-name'])
  })

  const throwing = Object.defineProperty({}, 'name', {
    get: () => {
      throw new Error('a trap')
    },
  })
  it.each([
    ['nothing', undefined],
    ['no Solana chain', testWallet({ chains: ['sui:mainnet'] }).wallet],
    ['no signing', { ...testWallet().wallet, features: { 'standard:connect': {}, 'standard:events': {} } }],
    ['no name', testWallet({ name: '' }).wallet],
    ['features that are none', testWallet({ features: 'all' }).wallet],
    ['a getter that throws', throwing],
  ])('registration with %s › not listed, others unaffected', (_, wallet) => {
    const { wallets } = discover()
    register(wallet)
    register(testWallet().wallet)
    expect(wallets.list()).toHaveLength(1)
  })

  it('signal aborted › nothing more discovered', () => {
    const { wallets, end } = discover()
    end.abort()
    register(testWallet().wallet)
    expect(wallets.list()).toEqual([])
  })
})

describe('requests', () => {
  const setUp = async (own = testWallet()) => {
    const { wallets } = discover()
    register(own.wallet)
    const { provider } = only(wallets)
    return { ...own, provider }
  }

  it('connect › accounts as data, silent if requested', async () => {
    const { wallet, first, provider } = await setUp()
    const { address } = first
    expect(await provider.request({ method: 'standard:connect', params: { silent: true } })).toEqual({
      accounts: [{ address, chains: [solana], features: ['solana:signTransaction'], label: 'Main' }],
    })
    expect(wallet.features['standard:connect'].connect).toHaveBeenCalledWith({ silent: true })
  })

  it('signing › the account object and bytes passed, bytes returned', async () => {
    const { first, signed, provider } = await setUp()
    await provider.request({ method: 'standard:connect' })
    const params = { address: first.address, chain: solana, transaction: btoa('\x01\x02') }
    expect(await provider.request({ method: 'solana:signTransaction', params })).toEqual({
      signedTransaction: btoa('\x01\x02\x09'),
    })
    expect(signed).toEqual([{ account: first, chain: solana, transaction: new Uint8Array([1, 2]) }])
    expect(await provider.request({ method: 'solana:signAndSendTransaction', params })).toEqual({
      signature: '15T',
    })
  })

  it('signing in › fields passed unchanged, signed text returned', async () => {
    const signIn = vi.fn(async () => [
      { account: {}, signedMessage: new Uint8Array([72, 105]), signature: new Uint8Array([1, 2]) },
    ])
    const { provider } = await setUp(testWallet({}, { 'solana:signIn': { version: '1.0.0', signIn } }))
    const params = { domain: 'shop.example', nonce: '12345678' }
    expect(await provider.request({ method: 'solana:signIn', params })).toEqual({
      signedMessage: btoa('Hi'),
      signature: btoa('\x01\x02'),
    })
    expect(signIn).toHaveBeenCalledExactlyOnceWith(params)
    const plain = (await setUp()).provider
    await expect(plain.request({ method: 'solana:signIn', params })).rejects.toMatchObject({ code: 4200 })
  })

  it('unshared account 4100, invalid bytes −32602, unknown method 4200', async () => {
    const { first, provider } = await setUp()
    const method = 'solana:signTransaction'
    const params = { address: first.address, transaction: 'AQI=' }
    await expect(provider.request({ method, params })).rejects.toMatchObject({ code: 4100 })
    await provider.request({ method: 'standard:connect' })
    await expect(provider.request({ method, params: { ...params, transaction: '*' } })).rejects.toMatchObject(
      { code: -32602 },
    )
    await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4200 })
    expect(provider.supports?.('eth_accounts')).toBe(false)
    expect(provider.supports?.(method)).toBe(true)
  })

  it.each([
    ['User rejected the request.', 4001],
    ['Something broke', -32603],
  ])('wallet rejects with %j › %i', async (message, code) => {
    const connect = () => Promise.reject(new Error(message))
    const { provider } = await setUp(testWallet({}, { 'standard:connect': { version: '1.0.0', connect } }))
    await expect(provider.request({ method: 'standard:connect' })).rejects.toMatchObject({ code, message })
  })

  it('accounts changed › reported until the signal aborts', async () => {
    const { emitChange, first, provider } = await setUp()
    const received: unknown[] = []
    const end = new AbortController()
    provider.on('accountsChanged', (data) => received.push(data), end.signal)
    emitChange({ accounts: [first] })
    emitChange({ features: {} })
    end.abort()
    emitChange({ accounts: [] })
    expect(received).toEqual([[expect.objectContaining({ address: first.address })]])
  })

  it('function replaced later by a script › not called', async () => {
    const { wallet, provider } = await setUp()
    const original = wallet.features['standard:connect'].connect
    const hijacked = vi.fn()
    Object.assign(wallet.features['standard:connect'], { connect: hijacked })
    await provider.request({ method: 'standard:connect' })
    expect([original.mock.calls.length, hijacked.mock.calls.length]).toEqual([1, 0])
  })
})
