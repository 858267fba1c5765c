import { afterEach, describe, expect, it, vi } from 'vitest'
import { disconnectWaitMs } from '../../config/limits.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { discoverInjectedWeb3 } from './discover-injected-web3.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  Reflect.deleteProperty(window, 'injectedWeb3')
})

const [alice, bob] = [{ address: '5Alice' }, { address: '5Bob' }]
const methodOf = (name: string) => `injectedWeb3:${name}`
/** Runs what waits for settled promises. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** The one extension of a page, whose `enable` returns these values in turn, the last one repeatedly. */
function setUp(...enabled: readonly unknown[]) {
  const results = [...enabled]
  const enable = vi.fn(async (_siteName: string): Promise<unknown> => {
    const result = results.length > 1 ? results.shift() : results[0]
    if (result instanceof Error) throw result
    return result
  })
  Reflect.set(window, 'injectedWeb3', { trellis: { version: '1', enable } })
  const end = new AbortController()
  ends.push(end)
  const clock = fakeClock()
  const [found] = discoverInjectedWeb3(window, 'Shop', clock, end.signal, () => {}).list()
  if (!found) throw new Error('No extension was found')
  const { provider } = found
  const request = (name: string, params?: unknown) => provider.request({ method: methodOf(name), params })
  return { provider, enable, clock, request, connect: (params?: unknown) => request('enable', params) }
}

/** An account list that tests change, as extensions have it. */
function accountList(get: () => unknown, own: object = {}) {
  const listeners = new Set<(list: unknown) => void>()
  const unsubscribe = vi.fn()
  const accounts = {
    get,
    subscribe: (listener: (list: unknown) => void): unknown => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },
    ...own,
  }
  const emit = (list: unknown) => {
    for (const listener of listeners) listener(list)
  }
  return { injected: { accounts }, emit, unsubscribe }
}

describe('accounts of an extension', () => {
  const long = 'x'.repeat(129)
  const cut = 'x'.repeat(128)

  it.each<[string, unknown, unknown]>([
    ['accounts as bare addresses', ['5Alice'], [alice]],
    ['all members', [{ address: 'a', name: 'N', type: 'T', genesisHash: '0x1', other: 1 }], undefined],
    [
      'members that are no text',
      [{ address: 'a', name: 7, type: '', genesisHash: null }],
      [{ address: 'a' }],
    ],
    [
      'long members',
      [{ address: long, name: long, type: long, genesisHash: long }],
      [{ address: cut, name: cut, type: cut, genesisHash: cut }],
    ],
    ['items without an address', [{ name: 'N' }, { address: 7 }, null, 7, bob], [bob]],
    ['another value', 'all', []],
    ['nothing', undefined, []],
  ])('accounts › %s › as data', async (_, list, wire) => {
    const { connect } = setUp({ accounts: { get: async () => list } })
    const expected = wire ?? [{ address: 'a', name: 'N', type: 'T', genesisHash: '0x1' }]
    expect(await connect()).toEqual({ accounts: expected })
  })

  it.each<[string, unknown, unknown]>([
    ['a list of its own', { accounts: [alice] }, [alice]],
    ['no accounts', {}, []],
    ['no result', undefined, []],
  ])('enable › extension returns %s › the accounts', async (_, injected, accounts) => {
    expect(await setUp(injected).connect()).toEqual({ accounts })
  })
})

describe('enable', () => {
  const injected = { accounts: [alice] }

  it.each<[string, readonly unknown[]]>([
    ['fails with another error', [injected, new Error('Already enabled')]],
    ['returns nothing', [injected, undefined]],
  ])('enable again › extension %s › the first result', async (_, results) => {
    const { connect, request, enable } = setUp(...results)
    await connect()
    expect(await connect()).toEqual({ accounts: [alice] })
    await request('disconnect')
    expect(await connect({ silent: true })).toEqual({ accounts: [alice] })
    expect(enable).toHaveBeenCalledTimes(3)
  })

  it.each([
    ['Rejected by the user', 4001],
    ['A pending authorization request', -32002],
  ])('enable again › extension rejects with %j › %i', async (message, code) => {
    const { connect } = setUp(injected, new Error(message))
    await connect()
    await expect(connect()).rejects.toMatchObject({ code })
  })

  it.each([
    ['User denied access', 4001],
    ['The site is not allowed', 4001],
    ['The source has not been allowed', 4001],
    ['The site is not authorized', 4001],
    ['Not connected', -32603],
  ])('enable › extension rejects with %j › %i', async (message, code) => {
    await expect(setUp(new Error(message)).connect()).rejects.toMatchObject({ code, message })
  })

  it('enable › silent, and not enabled before › called', async () => {
    const { connect, enable } = setUp(injected)
    expect(await connect({ silent: true })).toEqual({ accounts: [alice] })
    expect(enable).toHaveBeenCalledTimes(1)
  })

  it('enable › while enabled, and not silent › called again', async () => {
    const { connect, enable } = setUp(injected)
    await connect()
    await connect({ silent: 'yes' })
    expect(enable.mock.calls).toEqual([['Shop'], ['Shop']])
  })
})

describe('signing', () => {
  const bytes = Uint8Array.from([1, 2])

  it.each<[string, unknown, unknown]>([
    ['a bare text', '0x12', { id: 0, signature: '0x12' }],
    ['bare bytes', [1, 2], { id: 0, signature: bytes }],
    ['bytes', { id: 3, signature: bytes }, { id: 3, signature: bytes }],
    [
      'a transaction as text',
      { id: 3, signature: '0x12', signedTransaction: '0x34' },
      { id: 3, signature: '0x12', signedTransaction: '0x34' },
    ],
    [
      'a transaction as bytes',
      { id: 3, signature: '0x12', signedTransaction: [1, 2] },
      { id: 3, signature: '0x12', signedTransaction: bytes },
    ],
    [
      'an empty transaction',
      { id: 3, signature: '0x12', signedTransaction: '0x' },
      { id: 3, signature: '0x12' },
    ],
    ['nothing', undefined, { id: undefined, signature: undefined }],
  ])('signing › extension returns %s › as data', async (_, signed, wire) => {
    const signPayload = vi.fn(async (_payload: unknown) => signed)
    const { connect, request } = setUp({ signer: { signPayload } })
    await connect()
    expect(await request('signPayload', { address: '5Alice' })).toStrictEqual(wire)
    expect(signPayload).toHaveBeenCalledExactlyOnceWith({ address: '5Alice' })
  })

  it.each<[string, number, string]>([
    ['signPayload', 4100, 'The extension is not connected'],
    ['signRaw', 4100, 'The extension is not connected'],
    ['metadata.get', 4200, 'The extension cannot do this'],
    ['metadata.provide', 4200, 'The extension cannot do this'],
    ['toString', 4200, 'The extension cannot do this'],
  ])('%s › extension without it › %i', async (name, code, message) => {
    const { connect, request } = setUp({ signer: {}, metadata: {} })
    await connect()
    await expect(request(name)).rejects.toMatchObject({ code, message })
  })

  it('disconnected › signing › 4100', async () => {
    const { connect, request } = setUp({ signer: { signRaw: async () => '0x' } })
    await connect()
    expect(await request('disconnect')).toBeNull()
    await expect(request('signRaw')).rejects.toMatchObject({ code: 4100 })
  })

  it('methods › of the extension › supported, and no others', async () => {
    const { provider } = setUp({})
    const names = ['enable', 'disconnect', 'signPayload', 'signRaw', 'metadata.get', 'metadata.provide']
    expect(names.filter((name) => provider.supports?.(methodOf(name)))).toEqual(names)
    expect(['toString', 'eth_accounts'].filter((name) => provider.supports?.(name))).toEqual([])
    await expect(provider.request({ method: 'toString' })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('changes of accounts', () => {
  /** A connected extension, and the account lists that a listener received. */
  async function connected(list: ReturnType<typeof accountList>) {
    const world = setUp(list.injected)
    const received: unknown[] = []
    const end = new AbortController()
    world.provider.on('accountsChanged', (accounts) => received.push(accounts), end.signal)
    await world.connect()
    return { ...world, received, end }
  }

  it.each<[string, unknown]>([
    ['an empty list', []],
    ['nothing', undefined],
  ])('event › with %s › the list is read again', async (_, reported) => {
    const list = accountList(async () => [alice, bob])
    const { received } = await connected(list)
    list.emit(reported)
    await settle()
    expect(received).toEqual([[alice, bob]])
  })

  it.each<[string, () => unknown]>([
    ['rejects', () => Promise.reject(new Error('Locked'))],
    [
      'throws',
      () => {
        throw new Error('Locked')
      },
    ],
    ['returns nothing', () => undefined],
  ])('event › with an empty list, reading %s › no accounts', async (_, read) => {
    let isLocked = false
    const list = accountList(() => (isLocked ? read() : [alice]))
    const { received } = await connected(list)
    isLocked = true
    list.emit([])
    await settle()
    expect(received).toEqual([[]])
  })

  it('event › without a list, reading fails › not reported', async () => {
    let isLocked = false
    const list = accountList(() => (isLocked ? Promise.reject(new Error('Locked')) : [alice]))
    const { received } = await connected(list)
    isLocked = true
    list.emit(undefined)
    await settle()
    expect(received).toEqual([])
  })

  it('event › with an empty list, reading takes long › no accounts after 2 s', async () => {
    let isLocked = false
    const list = accountList(() => (isLocked ? new Promise(() => {}) : [alice]))
    const { received, clock } = await connected(list)
    isLocked = true
    list.emit([])
    clock.advance(disconnectWaitMs - 1)
    await settle()
    expect(received).toEqual([])
    clock.advance(1)
    await settle()
    expect(received).toEqual([[]])
  })

  it('event › newer one while the list is read › only the newer one is reported', async () => {
    let answer: (list: unknown) => void = () => {}
    let isSlow = false
    const list = accountList(() => (isSlow ? new Promise((resolve) => (answer = resolve)) : [alice]))
    const { received } = await connected(list)
    isSlow = true
    list.emit([])
    list.emit([bob])
    answer([alice])
    await settle()
    expect(received).toEqual([[bob]])
  })

  it('listener › its signal aborts › unsubscribed at once, nothing reported', async () => {
    const list = accountList(async () => [alice])
    const { received, end } = await connected(list)
    end.abort()
    expect(list.unsubscribe).toHaveBeenCalledTimes(1)
    list.emit([bob])
    await settle()
    expect([received, list.unsubscribe.mock.calls.length]).toEqual([[], 1])
  })

  it('listener › of another event › not called', async () => {
    const list = accountList(async () => [alice])
    const { provider, connect } = setUp(list.injected)
    const listener = vi.fn()
    provider.on('chainChanged', listener, new AbortController().signal)
    await connect()
    list.emit([bob])
    expect(listener).not.toHaveBeenCalled()
  })

  it('enable again › the former subscription ends', async () => {
    const list = accountList(async () => [alice])
    const { connect, received } = await connected(list)
    await connect()
    expect(list.unsubscribe).toHaveBeenCalledTimes(1)
    list.emit([bob])
    expect(received).toEqual([[bob]])
  })

  it('disconnected twice › unsubscribed once', async () => {
    const list = accountList(async () => [alice])
    const { request } = await connected(list)
    await request('disconnect')
    await request('disconnect')
    expect(list.unsubscribe).toHaveBeenCalledTimes(1)
  })

  it('unsubscribe function in a promise › disconnected › called', async () => {
    const unsubscribe = vi.fn()
    const { request } = await connected(
      accountList(async () => [alice], { subscribe: async () => unsubscribe }),
    )
    await request('disconnect')
    await settle()
    expect(unsubscribe).toHaveBeenCalledTimes(1)
  })

  it.each<[string, object]>([
    ['without subscribe', { subscribe: undefined }],
    [
      'whose subscribe throws',
      {
        subscribe: () => {
          throw new Error('No events')
        },
      },
    ],
    ['whose subscribe rejects', { subscribe: () => Promise.reject(new Error('No events')) }],
    ['whose subscribe returns a promise of nothing', { subscribe: async () => undefined }],
  ])('extension %s › connected and disconnected › no error', async (_, own) => {
    const { connect, request } = await connected(accountList(async () => [alice], own))
    expect(await connect()).toEqual({ accounts: [alice] })
    expect(await request('disconnect')).toBeNull()
    await settle()
  })
})
