import { Keyring } from '@polkadot/keyring'
import { hexToU8a, stringToU8a, u8aToHex } from '@polkadot/util'
import { decodeAddress } from '@polkadot/util-crypto/address'
import { signatureVerify } from '@polkadot/util-crypto/signature'
import { sr25519Verify } from '@polkadot/util-crypto/sr25519/verify'
import { describe, expect, test } from 'vitest'
import { walletProofText } from '#shared/api/wallet-proof.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { keyConnection } from '../../local-keys.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import type { Nodes } from '../nodes.ts'
import { testLocalKey } from '../testing/local-key.ts'
import { payloadParams, testChain } from '../testing/runtime.ts'
import { callHex } from '../testing/scale-encoder.ts'
import { assetHub, bob, network } from '../testing/unit-world.ts'
import { signedResponseSchema } from '../wallet/handle-dapp-request.ts'
import { signedBytes, walletBytes } from '../wallet/payload-bytes.ts'
import { parseMessage, parsePayload } from '../wallet/signer-payload.ts'
import { comparePayload, verifyResponse } from '../wallet/verify-response.ts'
import { localKeys as keys } from './local-keys.ts'

const key = testLocalKey()
const other = testLocalKey()
const connection = keyConnection(key, assetHub)
const mismatch = { code: -32603, data: { reason: 'mismatch' } }
const call = callHex('Balances', 'transfer_keep_alive', bob, 5)

const payloadRequest = (over: object = {}, method = call): RpcRequest => ({
  method: 'injectedWeb3:signPayload',
  params: payloadParams(method, { address: key.address, ...over }),
})
const rawRequest = (data: string, address = key.address): RpcRequest => ({
  method: 'injectedWeb3:signRaw',
  params: { address, data, type: 'bytes' },
})
const proof = walletProofText('user', 'challenge', { eip155: '0x', solana: '1', polkadot: '5' })

const signedSchema = z.object({ signature: z.string() })
const sign = async (request: RpcRequest) => z.parse(signedSchema, await keys.sign(key, request, assetHub))

const withTx = () => {
  const chain = testChain()
  const tx = () => {
    throw new Error('No extrinsic')
  }
  return { api: { ...chain.api, tx } }
}

describe('payload', () => {
  const long = callHex('System', 'remark', `0x${'07'.repeat(300)}`)
  test.each([
    ['short', call],
    ['long, signed as its hash', long],
  ])('%s › signature with the type byte, of the bytes that the chain encodes', async (_, method) => {
    const request = payloadRequest({}, method)
    const requested = parsePayload(connection, request.params)
    const bytes = signedBytes(walletBytes(testChain(), requested))
    expect(bytes.length > 256).toBe(false)
    const signed = await sign(request)
    expect(signed.signature).toMatch(/^0x01[0-9a-f]{128}$/)
    const verified = signatureVerify(bytes, signed.signature, key.address)
    expect([verified.isValid, verified.crypto]).toEqual([true, 'sr25519'])
    const response = await keys.respond(connection, request, signed, network)
    expect(response).toEqual({ id: 1, ...signed })
    const parsed = signedResponseSchema().parse(response)
    expect(await comparePayload(withTx(), requested, parsed)).toBe('same')
  })

  test('completed › the canonical request, again the same', async () => {
    const completed = await keys.complete(connection, payloadRequest({ unknown: 1 }), network)
    expect(completed.params).not.toHaveProperty('unknown')
    expect(await keys.complete(connection, completed, network)).toEqual(completed)
  })

  test.each<[string, unknown]>([
    ['method', callHex('Balances', 'transfer_keep_alive', bob, 6)],
    ['era', '0x7501'],
    ['nonce', '0x00000001'],
    ['tip', '0x01'],
    ['genesisHash', `0x${'02'.repeat(32)}`],
    ['blockHash', `0x${'02'.repeat(32)}`],
    ['specVersion', '0x00000008'],
    ['transactionVersion', '0x00000004'],
    ['assetId', '0x01'],
    ['metadataHash', `0x${'02'.repeat(32)}`],
    ['mode', 1],
  ])('signed with another %s › mismatch', async (name, value) => {
    const extensions = ['ChargeAssetTxPayment', 'CheckMetadataHash']
    const { signedExtensions } = payloadParams(call)
    const all = { signedExtensions: [...new Set([...signedExtensions, ...extensions])] }
    const signed = await sign(payloadRequest({ ...all, [name]: value }))
    await expect(keys.respond(connection, payloadRequest(all), signed, network)).rejects.toMatchObject(
      mismatch,
    )
    expect(
      await keys.respond(connection, payloadRequest({ ...all, [name]: value }), signed, network),
    ).toMatchObject(signed)
  })

  test.each<[string, RpcRequest, number]>([
    ['another account', payloadRequest({ address: other.address }), 4100],
    ['an unknown extension', payloadRequest({ signedExtensions: ['CheckNonce', 'ChargeMagic'] }), 4200],
    ['extrinsic version 5', payloadRequest({ version: 5 }), 4200],
    ['no nonce', payloadRequest({ nonce: undefined }), -32602],
    ['another method', { method: 'injectedWeb3:metadata.provide', params: {} }, 4200],
    [
      'an Ethereum message',
      rawRequest(u8aToHex(stringToU8a('\x19Ethereum Signed Message:\n5hello'))),
      -32602,
    ],
    ['a proof of the wallet’s keys', rawRequest(proof), 4200],
    ['a wrapped proof of the wallet’s keys', rawRequest(`<Bytes>${proof}</Bytes>`), 4200],
    ['a message of another account', rawRequest('hello', other.address), 4100],
  ])('%s › rejected, and the key signs nothing', async (_, request, code) => {
    const untouched = { ...key, signMessage: () => expect.unreachable('The key was used') }
    await expect(keys.sign(untouched, request, assetHub)).rejects.toMatchObject({ code })
    await expect(keys.complete(connection, request, network)).rejects.toMatchObject({ code })
  })

  test('key or chain of another namespace › rejected', async () => {
    const solana = { namespace: 'solana', address: key.address, signMessage: key.signMessage } as const
    await expect(keys.sign(solana, payloadRequest(), assetHub)).rejects.toMatchObject({ code: 4901 })
    const ethereum = parseChainId('eip155:1')
    await expect(keys.sign(key, payloadRequest(), ethereum)).rejects.toMatchObject({ code: 4901 })
  })
})

describe('raw bytes', () => {
  const nodes: Nodes = {
    rpc: () => () => Promise.reject(new Error('The chain is not asked')),
    open: () => Promise.reject(new Error('The chain is not asked')),
    findNetwork: () => undefined,
    prefixes: () => [],
  }

  test.each([
    ['text', 'hello', 'hello'],
    ['wrapped text', '<Bytes>hello</Bytes>', 'hello'],
    ['text longer than a payload', 'x'.repeat(300), 'x'.repeat(300)],
  ])('%s › bare signature of the bytes in <Bytes>', async (_, data, inner) => {
    const request = rawRequest(data)
    const signed = await sign(request)
    expect(signed.signature).toMatch(/^0x[0-9a-f]{128}$/)
    const bytes = stringToU8a(`<Bytes>${inner}</Bytes>`)
    const pair = new Keyring({ type: 'sr25519' }).addFromAddress(key.address)
    expect(pair.verify(bytes, hexToU8a(signed.signature), pair.publicKey)).toBe(true)
    const response = await keys.respond(connection, request, signed, network)
    const verdicts: unknown[] = []
    await verifyResponse(
      { nodes, clock: virtualClock() },
      parseMessage(connection, request.params),
      signedResponseSchema().parse(response),
      { onChecked: (verdict) => verdicts.push(verdict) },
    )
    expect(verdicts).toEqual([{ is: 'verified' }])
  })

  test('bytes of a payload › signed only in <Bytes>, not valid for the payload', async () => {
    const requested = parsePayload(connection, payloadRequest().params)
    const payload = walletBytes(testChain(), requested)
    const { signature } = await sign(rawRequest(u8aToHex(payload)))
    expect(sr25519Verify(signedBytes(payload), signature, decodeAddress(key.address))).toBe(false)
  })

  test.each<[string, (good: string) => unknown]>([
    ['of other bytes', () => ({ signature: u8aToHex(key.signMessage(stringToU8a('hello'))) })],
    [
      'by another key',
      () => ({ signature: u8aToHex(other.signMessage(stringToU8a('<Bytes>hello</Bytes>'))) }),
    ],
    ['with a type byte', (good) => ({ signature: `0x01${good.slice(2)}` })],
    ['with more members', (good) => ({ signature: good, signedTransaction: '0x00' })],
    ['that is no hex', () => ({ signature: 'hello' })],
    ['that is missing', () => undefined],
  ])('signature %s › mismatch', async (_, change) => {
    const { signature } = await sign(rawRequest('hello'))
    const signed = change(signature)
    await expect(keys.respond(connection, rawRequest('hello'), signed, network)).rejects.toMatchObject(
      mismatch,
    )
  })
})
