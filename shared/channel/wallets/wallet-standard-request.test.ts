import { describe, expect, it, vi } from 'vitest'
import { createStandardRequest, type StandardAccount, wireAccounts } from './wallet-standard-request.ts'

const solana = 'solana:localnet'
const address = 'So11111111111111111111111111111111111111112'
const capabilities = { chains: [solana, 'sui:mainnet'], features: ['solana:signMessage'] }
const defaults = { address, ...capabilities }

describe('accounts of a wallet', () => {
  const wire = (...list: readonly unknown[]) => wireAccounts(list, new Map(), capabilities)

  it.each<[string, object, object]>([
    ['no lists', {}, {}],
    ['empty lists', { chains: [], features: [] }, {}],
    ['lists that are none', { chains: 'solana:localnet', features: 7 }, {}],
    [
      'its own lists, with other items',
      { chains: [solana, 7], features: ['solana:signIn', null] },
      { chains: [solana], features: ['solana:signIn'] },
    ],
    ['a label', { label: 'L'.repeat(65) }, { label: 'L'.repeat(64) }],
    ['a label that is no text', { label: 7 }, {}],
  ])('account › with %s › its own values, or those of its wallet', (_, own, listed) => {
    expect(wire({ address, ...own })).toStrictEqual([{ ...defaults, ...listed }])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', address],
    ['a function with an address', Object.assign(() => {}, { address })],
    ['an account without address and key', { chains: [solana] }],
    ['an account of another chain', { address, chains: ['sui:mainnet'] }],
    ['an account of a chain with a similar name', { address, chains: ['not-solana:localnet'] }],
  ])('account › %s › skipped', (_, account) => {
    expect(wire(account, { address })).toEqual([defaults])
  })

  it.each<[readonly number[], string]>([
    [[0, 0], '11'],
    [[0, 1], '12'],
    [[57], 'z'],
    [[58], '21'],
    [[1, 0], '5R'],
    [[0, 0, 255, 255], '11LUv'],
  ])('account without an address › public key %j › address %s', (publicKey, text) => {
    expect(wire({ publicKey: Uint8Array.from(publicKey) })).toEqual([{ ...defaults, address: text }])
  })

  it('accounts › read again › the former ones are forgotten', () => {
    const known = new Map<string, StandardAccount>([['former', {}]])
    const account = { address }
    wireAccounts([account], known, capabilities)
    expect([...known]).toEqual([[address, account]])
  })
})

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** Requests to a wallet with these functions, by their names, that shares one account. */
function setUp(functions: Functions, listed: unknown = undefined) {
  const account = { address }
  return {
    account,
    request: createStandardRequest(
      {
        getFeature: (feature, name) => (feature.endsWith(`:${name}`) ? functions[name] : undefined),
        listAccounts: () => listed,
        capabilities,
      },
      new Map([[address, account]]),
    ),
  }
}
const signedWith = async (result: unknown, method = 'solana:signMessage') =>
  setUp({ signMessage: () => result, signAndSendTransaction: () => result }).request({
    method,
    params: { address, message: 'AQI=', transaction: 'AQI=' },
  })

describe('connecting', () => {
  const method = 'standard:connect'

  it.each<[string, unknown, unknown]>([
    ['accounts', { accounts: [{ address }] }, []],
    ['the bare list', [{ address }], []],
    ['nothing, and lists them on its object', undefined, [{ address }]],
    ['an empty list, and lists them on its object', { accounts: [] }, [{ address }]],
    ['accounts of another chain, and lists them', [{ address, chains: ['sui:mainnet'] }], [{ address }]],
  ])('connect › wallet returns %s › the accounts', async (_, result, listed) => {
    expect(await setUp({ connect: () => result }, listed).request({ method })).toEqual({
      accounts: [defaults],
    })
  })

  it('connect › no account anywhere › none', async () => {
    expect(await setUp({ connect: () => ({ accounts: 'all' }) }, 'all').request({ method })).toEqual({
      accounts: [],
    })
  })

  it('connect › wallet without the function › the listed accounts', async () => {
    expect(await setUp({}, [{ address }]).request({ method })).toEqual({ accounts: [defaults] })
  })

  it.each<[unknown, readonly unknown[]]>([
    [undefined, []],
    [{ silent: false }, []],
    [{ silent: 'yes' }, []],
    [{ silent: true }, [{ silent: true }]],
  ])('connect › params %j › the wallet gets %j', async (params, args) => {
    const connect = vi.fn()
    await setUp({ connect }).request({ method, params })
    expect(connect.mock.calls).toEqual([args])
  })

  it('disconnect › with and without the function › null', async () => {
    const disconnect = vi.fn(() => 'done')
    const request = { method: 'standard:disconnect' }
    expect([await setUp({ disconnect }).request(request), await setUp({}).request(request)]).toEqual([
      null,
      null,
    ])
    expect(disconnect).toHaveBeenCalledTimes(1)
  })
})

describe('signing', () => {
  const bytes = Uint8Array.from([1, 2])
  const base64 = 'AQI='

  it.each<[string, unknown, unknown]>([
    ['bytes', bytes, base64],
    ['a buffer', bytes.buffer, base64],
    ['a list of numbers', [1, 2], base64],
    ['a list of one result', [{ signature: bytes }], { signature: base64 }],
    ['a result with a list', { signatures: [bytes] }, { signatures: base64 }],
    ['a text', 'signed', 'signed'],
    ['nothing', undefined, null],
    ['null', null, null],
    ['an object without known members', { other: 1 }, { other: 1 }],
    [
      'all members',
      { signedMessage: bytes, signature: 'x', signedTransaction: [1, 2], transaction: bytes, other: 1 },
      { signedMessage: base64, signature: 'x', signedTransaction: base64, transaction: base64 },
    ],
  ])('signing › wallet returns %s › bytes as base64', async (_, result, wire) => {
    expect(await signedWith(result)).toEqual(wire)
  })

  it.each<[string, unknown, unknown]>([
    ['bytes', bytes, '5T'],
    ['a list of one result', [{ signature: bytes }], { signature: '5T' }],
    ['a text', '5T', '5T'],
  ])('sending › wallet returns %s › the signature as base58', async (_, result, wire) => {
    expect(await signedWith(result, 'solana:signAndSendTransaction')).toEqual(wire)
  })

  it('signing a message › the wallet gets the account and the bytes', async () => {
    const signMessage = vi.fn()
    const { account, request } = setUp({ signMessage })
    await request({ method: 'solana:signMessage', params: { address, message: base64 } })
    expect(signMessage.mock.calls).toEqual([[{ account, message: bytes }]])
  })

  it.each<[string, object, object]>([
    ['chain and options', { chain: solana, options: { skipPreflight: true } }, {}],
    ['neither', {}, {}],
    ['values that are none', { chain: 7, options: 'fast' }, { chain: undefined, options: undefined }],
    ['no options', { chain: solana, options: null }, { options: undefined }],
  ])('transaction › params with %s › the wallet gets what is valid', async (_, own, invalid) => {
    const signTransaction = vi.fn()
    const { account, request } = setUp({ signTransaction })
    await request({ method: 'solana:signTransaction', params: { address, transaction: base64, ...own } })
    const expected = Object.entries({ ...own, ...invalid }).filter(([, value]) => value !== undefined)
    expect(signTransaction.mock.calls).toStrictEqual([
      [{ account, transaction: bytes, ...Object.fromEntries(expected) }],
    ])
  })

  it.each(['signIn', 'signMessage', 'signTransaction', 'signAndSendTransaction'])(
    'wallet without %s › requested › 4200',
    async (name) => {
      const params = { address, message: base64, transaction: base64 }
      await expect(setUp({}).request({ method: `solana:${name}`, params })).rejects.toMatchObject({
        code: 4200,
        message: 'The wallet cannot do this',
      })
    },
  )

  it.each(['toString', 'constructor', 'solana:signAllTransactions'])('method %s › 4200', async (method) => {
    await expect(setUp({}).request({ method })).rejects.toMatchObject({ code: 4200 })
  })

  it.each<[string, unknown, unknown, number, string]>([
    ['of an unshared account', 'other', base64, 4100, 'The wallet does not share this account'],
    ['of bytes that are no text', address, [1, 2], -32602, 'Bytes must be base64'],
    ['of a number that reads as base64', address, 1234, -32602, 'Bytes must be base64'],
    ['of bytes that are not base64', address, '*', -32602, 'Bytes must be base64'],
  ])('signing › %s › rejected', async (_, from, message, code, text) => {
    const { request } = setUp({ signMessage: () => bytes })
    const params = { address: from, message }
    await expect(request({ method: 'solana:signMessage', params })).rejects.toMatchObject({
      code,
      message: text,
    })
  })

  it.each<[string, number]>([
    ['User rejected the request', 4001],
    ['Permission DENIED', 4001],
    ['Declined by the user', 4001],
    ['Request cancelled', 4001],
    ['No such account', -32603],
  ])('signing › wallet rejects with %j › %i', async (message, code) => {
    const { request } = setUp({ signIn: () => Promise.reject(new Error(message)) })
    await expect(request({ method: 'solana:signIn' })).rejects.toMatchObject({ code, message })
  })
})
