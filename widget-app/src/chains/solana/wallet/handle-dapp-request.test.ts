import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { systemTransfer } from '../instructions.ts'
import { base64, wireOf } from '../testing/transactions.ts'
import { alice, bob, connection, walletAccount } from '../testing/unit-world.ts'
import { handleDappRequest } from './handle-dapp-request.ts'
import { parseRequest } from './parse-request.ts'
import { createAccountBook } from './wallet-accounts.ts'

const signIn = 'solana:signIn'
const signMessage = 'solana:signMessage'
const signTransaction = 'solana:signTransaction'
const signAndSend = 'solana:signAndSendTransaction'
const all = [signIn, signMessage, signTransaction, signAndSend]

const transaction = base64(wireOf([systemTransfer(alice, bob, 5n)]))

/** Sends the parsed form of a request to the wallet. */
const requestSignature = async (ports: Parameters<typeof handleDappRequest>[0], request: RpcRequest) =>
  handleDappRequest(ports, connection, parseRequest(connection, request))

function world(response: unknown, features = all) {
  const transport = memoryTransport({
    // The wallet shares more accounts than are connected.
    'standard:connect': () => ({
      accounts: [walletAccount(alice, ...features), walletAccount(bob, ...features)],
    }),
    ...Object.fromEntries(all.map((method) => [method, () => response])),
  })
  const ports = { transport, book: createAccountBook(transport) }
  const signed = () => transport.requests.filter(({ method }) => method.startsWith('solana:'))
  return { ports, signed, transport }
}

describe('handleDappRequest', () => {
  it('message › base64 in both directions', async () => {
    const response = { signedMessage: 'aGVsbG8=', signature: 'AAAA' }
    const { ports, signed } = world(response)
    const params = { address: alice, message: 'aGVsbG8=' }
    expect(await requestSignature(ports, { method: signMessage, params })).toEqual({
      signedMessage: 'aGVsbG8=',
      signature: 'AAAA',
    })
    expect(signed()).toEqual([{ method: signMessage, params }])
  })

  const fields = {
    ...{ domain: 'shop.example', address: alice, statement: 'Two coffees' },
    ...{ uri: 'https://shop.example/login', nonce: 'oBbLoEldZs', resources: ['ipfs://a', 'ipfs://b'] },
  }
  const response = { signedMessage: 'aGVsbG8=', signature: 'AAAA' }

  it('sign-in › requested from the wallet with all fields', async () => {
    const { ports, signed } = world(response)
    expect(await requestSignature(ports, { method: signIn, params: { ...fields, own: 1 } })).toEqual(response)
    expect(signed()).toEqual([{ method: signIn, params: fields }])
  })

  it('wallet without sign-in › signs the text that verifiers rebuild', async () => {
    const { ports, transport } = world(response)
    const unsupporting = memoryTransport({
      'standard:connect': () => transport.request('', { method: 'standard:connect' }),
      [signIn]: () => {
        throw new ProviderRpcError(4200, 'The wallet cannot do this')
      },
      [signMessage]: () => response,
    })
    const unsupportingPorts = { ...ports, transport: unsupporting }
    expect(await requestSignature(unsupportingPorts, { method: signIn, params: fields })).toEqual(response)
    const { message } = z.object({ message: z.string() }).parse(unsupporting.requests.at(-1)?.params)
    expect(atob(message)).toBe(`shop.example wants you to sign in with your Solana account:
${alice}

Two coffees

URI: https://shop.example/login
Nonce: oBbLoEldZs
Resources:
- ipfs://a
- ipfs://b`)
  })

  it.each([
    [undefined, 'solana:mainnet'],
    ['solana:mainnet', 'solana:mainnet'],
  ])('transaction for chain %s › signed for %s', async (chain, expected) => {
    const { ports, signed } = world({ signedTransaction: 'BBBB' })
    const params = { address: alice, transaction, ...(chain && { chain }) }
    expect(await requestSignature(ports, { method: signTransaction, params })).toEqual({
      signedTransaction: 'BBBB',
    })
    expect(signed()[0]?.params).toEqual({ address: alice, transaction, chain: expected })
  })

  it('method that the wallet does not support › 4200 with a text', async () => {
    const { ports } = world({}, [signTransaction])
    const pending = requestSignature(ports, {
      method: signMessage,
      params: { address: alice, message: '' },
    })
    await expect(pending).rejects.toMatchObject({ code: 4200, message: 'The wallet cannot do this' })
  })

  it('U4 › host transport finds no bytes in the response › unknown outcome', async () => {
    const transport = memoryTransport({
      'standard:connect': () => ({ accounts: [walletAccount(alice, signAndSend)] }),
      [signAndSend]: () => {
        throw new ProviderRpcError(-32603, 'The wallet answered without bytes')
      },
    })
    const pending = requestSignature(
      { transport, book: createAccountBook(transport) },
      { method: signAndSend, params: { address: alice, transaction } },
    )
    await expect(pending).rejects.toMatchObject({ code: -32603, data: { reason: 'unknown-outcome' } })
  })

  it('chain that the account does not support › 4901, no request to the wallet', async () => {
    const { ports, signed } = world({})
    const params = { address: alice, transaction, chain: 'solana:testnet' }
    await expect(requestSignature(ports, { method: signTransaction, params })).rejects.toMatchObject({
      code: 4901,
    })
    expect(signed()).toEqual([])
  })

  it('rejection in any wording › 4001', async () => {
    const { ports } = world(undefined)
    const transport = memoryTransport({
      'standard:connect': () => ({ accounts: [walletAccount(alice, signMessage)] }),
      [signMessage]: () => {
        throw new ProviderRpcError(-32603, 'User declined the request')
      },
    })
    const pending = requestSignature(
      { ...ports, transport, book: createAccountBook(transport) },
      {
        method: signMessage,
        params: { address: alice, message: '' },
      },
    )
    await expect(pending).rejects.toMatchObject({ code: 4001 })
  })
})
