import { hexToString } from '@polkadot/util'
import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { memoryTransport } from '../memory-transport.ts'
import { answerDapp } from './answer-dapp.ts'
import { alice, assetHubGenesis, bob, connection, moonAccount, otherGenesis } from './testing/unit-world.ts'

const signPayload = 'injectedWeb3:signPayload'
const signRaw = 'injectedWeb3:signRaw'
const signature = `0x01${'ab'.repeat(64)}`
/** Alice's key with the prefix of Polkadot. */
const aliceOnPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

const payload = {
  address: alice,
  method: '0x0a0000',
  version: 4,
  genesisHash: assetHubGenesis,
  blockHash: assetHubGenesis,
  blockNumber: '0x00000007',
  era: '0x00',
  nonce: '0x0',
  tip: '0x00000000000000000000000000000000',
  specVersion: '0x000f4240',
  transactionVersion: '0x0000001a',
  signedExtensions: ['CheckNonce'],
}

/** A wallet that signs whatever it is asked, unless another answer is given. */
const signing = (answer: unknown = { id: 3, signature }) =>
  memoryTransport({ [signPayload]: () => answer, [signRaw]: () => answer })

describe('answerDapp', () => {
  it('behavior: a payload reaches the wallet as the dApp wrote it, extensions it does not know included', async () => {
    const wallet = signing({ id: 3, signature, signedTransaction: '0x84', extra: 'dropped' })
    const params = { ...payload, address: aliceOnPolkadot, withSignedTransaction: true, OwnExtension: '0x01' }
    expect(await answerDapp(wallet, connection, { method: signPayload, params })).toEqual({
      id: 3,
      signature,
      signedTransaction: '0x84',
    })
    expect(wallet.requests).toEqual([{ method: signPayload, params }])
  })

  it.each([5, 3])(
    'error: an extrinsic of version %i is refused in clear words, and no wallet asked',
    async (version) => {
      const wallet = signing()
      const asked = answerDapp(wallet, connection, { method: signPayload, params: { ...payload, version } })
      await expect(asked).rejects.toMatchObject({
        code: 4200,
        message: `Only extrinsic version 4 is supported, not ${version}`,
      })
      expect(wallet.requests).toEqual([])
    },
  )

  it.each([
    ['text', 'hello', '<Bytes>hello</Bytes>'],
    ['hex', '0x68656c6c6f', '<Bytes>hello</Bytes>'],
    ['nothing', '', '<Bytes></Bytes>'],
    ['what is wrapped already', '<Bytes>hello</Bytes>', '<Bytes>hello</Bytes>'],
    ['a message of Ethereum', '\x19Ethereum Signed Message:\n5hello', '\x19Ethereum Signed Message:\n5hello'],
    ['half a wrapping', '<Bytes>hello', '<Bytes><Bytes>hello</Bytes>'],
  ])('param: of %s the wallet is shown wrapped bytes', async (_, data, shown) => {
    const wallet = signing()
    const params = { address: alice, data, type: 'payload' }
    await answerDapp(wallet, connection, { method: signRaw, params })
    const [asked] = wallet.requests
    expect(asked?.params).toMatchObject({ address: alice, type: 'bytes' })
    expect(hexToString(String(Reflect.get(Object(asked?.params), 'data')))).toBe(shown)
  })

  it.each([
    ['of another account', signPayload, { ...payload, address: bob }, 4100],
    ['of another account', signRaw, { address: bob, data: '0x00' }, 4100],
    ['of an account of 20 bytes that is not there', signRaw, { address: moonAccount, data: '0x00' }, 4100],
    ['without an address', signRaw, { data: '0x00' }, -32602],
    ['without a call', signPayload, { ...payload, method: undefined }, -32602],
    ['with a call that is no hex', signPayload, { ...payload, method: 'transfer' }, -32602],
    ['with no object', signPayload, undefined, -32602],
    ['to connect', 'injectedWeb3:enable', {}, 4200],
    ['to disconnect', 'injectedWeb3:disconnect', {}, 4200],
    ["in another ecosystem's words", 'eth_sendTransaction', [], 4200],
    ['by the name of a member', 'toString', {}, 4200],
  ])('error: a request %s (%s) is refused before the wallet', async (_, method, params, code) => {
    const wallet = signing()
    const request = params === undefined ? { method } : { method, params }
    await expect(answerDapp(wallet, connection, request)).rejects.toMatchObject({ code })
    expect(wallet.requests).toEqual([])
  })

  it('error: an account that is locked to one network signs for no other', async () => {
    const locked = { ...connection, facts: { [alice]: { genesisHash: otherGenesis } } }
    const asked = answerDapp(signing(), locked, { method: signPayload, params: payload })
    await expect(asked).rejects.toMatchObject({ code: 4100, message: 'The account is for another network' })
  })

  it.each([[null], [{ id: 1 }], [{ id: 1, signature: 'abc' }]])(
    'error: the answer %j is no signature',
    async (answer) => {
      const asked = answerDapp(signing(answer), connection, { method: signPayload, params: payload })
      await expect(asked).rejects.toMatchObject({ code: -32603 })
    },
  )

  describe('metadata', () => {
    const get = 'injectedWeb3:metadata.get'
    const provide = 'injectedWeb3:metadata.provide'
    const runtime = { genesisHash: assetHubGenesis, specVersion: 7 }

    it('behavior: what the extension can read is told, and more is taught to it whole', async () => {
      const wallet = memoryTransport({ [get]: () => [{ ...runtime, own: 1 }], [provide]: () => true })
      expect(await answerDapp(wallet, connection, { method: get })).toEqual([runtime])
      const params = { ...runtime, chain: 'Asset Hub', types: {} }
      expect(await answerDapp(wallet, connection, { method: provide, params })).toBe(true)
      expect(wallet.requests.at(-1)).toEqual({ method: provide, params })
    })

    it('error: a definition that is none is -32602, an answer that is none -32603', async () => {
      const wallet = memoryTransport({ [get]: () => 'all', [provide]: () => undefined })
      const ask = (method: string, params: object) => answerDapp(wallet, connection, { method, params })
      await expect(ask(provide, { genesisHash: 'main' })).rejects.toMatchObject({ code: -32602 })
      expect(wallet.requests).toEqual([])
      await expect(ask(provide, runtime)).rejects.toMatchObject({ code: -32603 })
      await expect(ask(get, {})).rejects.toMatchObject({ code: -32603 })
    })
  })

  it('error: a refusal in words is 4001', async () => {
    const wallet = memoryTransport({
      [signRaw]: () => {
        throw new ProviderRpcError(-32603, 'Cancelled')
      },
    })
    const asked = answerDapp(wallet, connection, {
      method: signRaw,
      params: { address: alice, data: '0x00' },
    })
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })
})
