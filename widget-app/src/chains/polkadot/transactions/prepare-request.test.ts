import { hexToString } from '@polkadot/util'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#shared/channel/clock.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest, WalletTransport } from '../../chain-adapter.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import type { Nodes } from '../nodes.ts'
import { alice, assetHubGenesis, bob, connection, moonAccount, otherGenesis } from '../testing/unit-world.ts'
import { prepareRequest } from './prepare-request.ts'

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
  signedExtensions: ['CheckNonce', 'ChargeTransactionPayment'],
}

/** A wallet that signs every request, unless another response is given. */
const signing = (response: unknown = { id: 3, signature }) =>
  memoryTransport({ [signPayload]: () => response, [signRaw]: () => response })

const unreachable = () => Promise.reject(new Error('The chain is not asked'))
const nodes: Nodes = {
  rpc: () => unreachable,
  open: unreachable,
  findNetwork: () => undefined,
  prefixes: () => [],
}

/** Prepares a request and sends it to the wallet; with an unreachable chain the response is unverified. */
const sendPrepared = async (transport: WalletTransport, connected: Connection, request: RpcRequest) => {
  const ports = { transport, nodes, clock: systemClock, review: () => import('../decode/review.ts') }
  return (await prepareRequest(ports, connected, request)).requestWallet()
}

describe('prepareRequest', () => {
  it('one parse › payload › wallet gets only standard members, canonical numbers', async () => {
    const wallet = signing({ id: 3, signature, extra: 'dropped' })
    const params = { ...payload, address: aliceOnPolkadot, withSignedTransaction: true, OwnExtension: '0x01' }
    expect(await sendPrepared(wallet, connection, { method: signPayload, params })).toEqual({
      id: 3,
      signature,
    })
    const { OwnExtension: _own, ...forwarded } = params
    const sent = { ...forwarded, nonce: '0x00000000' }
    expect(wallet.requests).toEqual([{ method: signPayload, params: sent }])
  })

  it('one parse › prepared request › is the request that the wallet gets', async () => {
    const wallet = signing()
    const ports = {
      transport: wallet,
      nodes,
      clock: systemClock,
      review: () => import('../decode/review.ts'),
    }
    const params = { ...payload, tip: '0x5', unknown: true }
    const prepared = await prepareRequest(ports, connection, { method: signPayload, params })
    await prepared.requestWallet()
    expect(wallet.requests).toEqual([prepared.request])
    expect(prepared.request.params).toMatchObject({ tip: '0x00000000000000000000000000000005' })
    expect(prepared.request.params).not.toHaveProperty('unknown')
  })

  it.each([
    ['a tip beyond its type', { tip: `0x01${'00'.repeat(16)}` }],
    ['a nonce beyond its type', { nonce: '0x0100000000' }],
    ['an era of another form', { era: '0x0001' }],
    ['a number in place of hex', { nonce: 5 }],
    ['a short genesis hash', { genesisHash: '0x91b1' }],
    ['a mode of another kind', { mode: 2 }],
    ['an asset that is no hex', { assetId: { parents: 0 } }],
  ])('payload with %s › -32602, no request to the wallet', async (_, overrides) => {
    const wallet = signing()
    const request = { method: signPayload, params: { ...payload, ...overrides } }
    await expect(sendPrepared(wallet, connection, request)).rejects.toMatchObject({ code: -32602 })
    expect(wallet.requests).toEqual([])
  })

  it('U4 › wallet responds with bytes instead of hex › normalized', async () => {
    const bytes = Uint8Array.from([1, ...new Uint8Array(64).fill(0xab)])
    const request = { method: signPayload, params: payload }
    expect(await sendPrepared(signing({ id: 1, signature: bytes }), connection, request)).toMatchObject({
      signature,
    })
  })

  it.each([5, 3])(
    'extrinsic version %i › rejected with a clear message, no request to the wallet',
    async (version) => {
      const wallet = signing()
      const pending = sendPrepared(wallet, connection, {
        method: signPayload,
        params: { ...payload, version },
      })
      await expect(pending).rejects.toMatchObject({
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
    [
      'a message of Ethereum that is wrapped',
      '<Bytes>\x19Ethereum Signed Message:\n5hello</Bytes>',
      '<Bytes>\x19Ethereum Signed Message:\n5hello</Bytes>',
    ],
    ['the words of its head', 'Ethereum Signed Message:\n', '<Bytes>Ethereum Signed Message:\n</Bytes>'],
    ['half a wrapping', '<Bytes>hello', '<Bytes><Bytes>hello</Bytes>'],
  ])('signRaw of %s › the wallet gets wrapped bytes', async (_, data, wrapped) => {
    const wallet = signing()
    const params = { address: alice, data, type: 'payload' }
    await sendPrepared(wallet, connection, { method: signRaw, params }).catch(() => undefined)
    const [pending] = wallet.requests
    expect(pending?.params).toMatchObject({ address: alice, type: 'bytes' })
    expect(hexToString(String(Reflect.get(Object(pending?.params), 'data')))).toBe(wrapped)
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
  ])('request %s (%s) › rejected before the wallet gets a request', async (_, method, params, code) => {
    const wallet = signing()
    const request = params === undefined ? { method } : { method, params }
    await expect(sendPrepared(wallet, connection, request)).rejects.toMatchObject({ code })
    expect(wallet.requests).toEqual([])
  })

  it('account bound to one network › rejected for another', async () => {
    const bound = { ...connection, facts: { [alice]: { genesisHash: otherGenesis } } }
    const pending = sendPrepared(signing(), bound, { method: signPayload, params: payload })
    await expect(pending).rejects.toMatchObject({ code: 4100, message: 'The account is for another network' })
  })

  it.each([[null], [{ id: 1 }], [{ id: 1, signature: 'abc' }]])(
    'U4 › response %j without a signature › unknown outcome',
    async (response) => {
      const pending = sendPrepared(signing(response), connection, { method: signPayload, params: payload })
      await expect(pending).rejects.toMatchObject({ code: -32603, data: { reason: 'unknown-outcome' } })
    },
  )

  describe('metadata', () => {
    const get = 'injectedWeb3:metadata.get'
    const provide = 'injectedWeb3:metadata.provide'
    const runtime = { genesisHash: assetHubGenesis, specVersion: 7 }

    it('metadata.get › known runtimes › listed without other members', async () => {
      const wallet = memoryTransport({ [get]: () => [{ ...runtime, own: 1 }] })
      expect(await sendPrepared(wallet, connection, { method: get })).toEqual([runtime])
    })

    it('R16 › metadata.provide, chain unreachable › no request to the extension', async () => {
      const wallet = memoryTransport({ [provide]: () => true })
      const params = { ...runtime, chain: 'Asset Hub', types: {} }
      await expect(sendPrepared(wallet, connection, { method: provide, params })).rejects.toMatchObject({
        code: 4200,
      })
      expect(wallet.requests).toEqual([])
    })

    it('metadata.provide without genesis › -32602; invalid metadata.get › -32603', async () => {
      const wallet = memoryTransport({ [get]: () => 'all', [provide]: () => undefined })
      const send = (method: string, params: object) => sendPrepared(wallet, connection, { method, params })
      await expect(send(provide, { genesisHash: 'main' })).rejects.toMatchObject({ code: -32602 })
      expect(wallet.requests).toEqual([])
      await expect(send(get, {})).rejects.toMatchObject({ code: -32603 })
    })
  })

  it('P1 › signRaw of bytes like an Ethereum message › -32602, as text or hex', async () => {
    const text = '\x19Ethereum Signed Message:\n5hello'
    for (const data of [text, `0x${Buffer.from(text).toString('hex')}`, text.slice(0, -6)]) {
      const wallet = signing()
      const pending = sendPrepared(wallet, connection, { method: signRaw, params: { address: alice, data } })
      await expect(pending).rejects.toMatchObject({ code: -32602 })
      expect(wallet.requests).toEqual([])
    }
  })

  it('rejection by message › 4001', async () => {
    const wallet = memoryTransport({
      [signRaw]: () => {
        throw new ProviderRpcError(-32603, 'Cancelled')
      },
    })
    const pending = sendPrepared(wallet, connection, {
      method: signRaw,
      params: { address: alice, data: '0x00' },
    })
    await expect(pending).rejects.toMatchObject({ code: 4001 })
  })
})
