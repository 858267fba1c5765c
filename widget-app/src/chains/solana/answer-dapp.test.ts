import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { memoryTransport } from '../memory-transport.ts'
import { answerDapp } from './answer-dapp.ts'
import { alice, bob, connection, signature, walletAccount } from './testing/unit-world.ts'
import { createAccountBook } from './wallet-accounts.ts'

const signIn = 'solana:signIn'
const signMessage = 'solana:signMessage'
const signTransaction = 'solana:signTransaction'
const signAndSend = 'solana:signAndSendTransaction'
const all = [signIn, signMessage, signTransaction, signAndSend]

function world(answer: unknown, features = all) {
  const transport = memoryTransport({
    // The wallet shares more than is connected here.
    'standard:connect': () => ({
      accounts: [walletAccount(alice, ...features), walletAccount(bob, ...features)],
    }),
    ...Object.fromEntries(all.map((method) => [method, () => answer])),
  })
  const ports = { transport, book: createAccountBook(transport) }
  const signed = () => transport.requests.filter(({ method }) => method.startsWith('solana:'))
  return { ports, signed, transport }
}

describe('answerDapp', () => {
  it('behavior: a message passes as base64, both ways', async () => {
    const answer = { signedMessage: 'aGVsbG8=', signature: 'AAAA', extra: 'dropped' }
    const { ports, signed } = world(answer)
    const params = { address: alice, message: 'aGVsbG8=' }
    expect(await answerDapp(ports, connection, { method: signMessage, params })).toEqual({
      signedMessage: 'aGVsbG8=',
      signature: 'AAAA',
    })
    expect(signed()).toEqual([{ method: signMessage, params }])
  })

  const fields = {
    ...{ domain: 'shop.example', address: alice, statement: 'Two coffees' },
    ...{ uri: 'https://shop.example/login', nonce: 'oBbLoEldZs', resources: ['ipfs://a', 'ipfs://b'] },
  }
  const answer = { signedMessage: 'aGVsbG8=', signature: 'AAAA' }

  it('behavior: a sign-in is asked of the wallet as such, field by field', async () => {
    const { ports, signed } = world(answer)
    expect(await answerDapp(ports, connection, { method: signIn, params: { ...fields, own: 1 } })).toEqual(
      answer,
    )
    expect(signed()).toEqual([{ method: signIn, params: fields }])
  })

  it('behavior: a wallet without a sign-in signs the text that verifiers make of what was asked', async () => {
    const { ports, transport } = world(answer)
    const cannot = memoryTransport({
      'standard:connect': () => transport.request('', { method: 'standard:connect' }),
      [signIn]: () => {
        throw new ProviderRpcError(4200, 'The wallet cannot do this')
      },
      [signMessage]: () => answer,
    })
    const own = { ...ports, transport: cannot }
    expect(await answerDapp(own, connection, { method: signIn, params: fields })).toEqual(answer)
    const { message } = z.object({ message: z.string() }).parse(cannot.requests.at(-1)?.params)
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
    ['solana:devnet', 'solana:devnet'],
  ])('param: a transaction for chain %s is signed for %s', async (chain, expected) => {
    const { ports, signed } = world({ signedTransaction: 'BBBB' })
    const params = { address: alice, transaction: 'AQID', ...(chain && { chain }) }
    expect(await answerDapp(ports, connection, { method: signTransaction, params })).toEqual({
      signedTransaction: 'BBBB',
    })
    expect(signed()[0]?.params).toEqual({ address: alice, transaction: 'AQID', chain: expected })
  })

  it('behavior: a transaction that the wallet sends is answered with its signature in base58', async () => {
    const { ports, signed } = world({ signature })
    const params = { address: alice, transaction: 'AQID', options: { skipPreflight: true, own: 1 } }
    expect(await answerDapp(ports, connection, { method: signAndSend, params })).toEqual({ signature })
    expect(signed()[0]?.params).toMatchObject({ options: { skipPreflight: true } })
    expect(JSON.stringify(signed())).not.toContain('own')
  })

  it.each([
    ['to sign in without a site', signIn, { address: alice }, -32602],
    ['to sign in another account', signIn, { address: bob, domain: 'shop.example' }, 4100],
    ['of another account', signMessage, { address: bob, message: '' }, 4100],
    ['without bytes', signMessage, { address: alice }, -32602],
    ['with bytes that are no base64', signTransaction, { address: alice, transaction: '*' }, -32602],
    ['with no object', signMessage, undefined, -32602],
    ['to connect', 'standard:connect', {}, 4200],
    ['by the name of a member', 'constructor', {}, 4200],
  ])('error: a request %s (%s) is refused before the wallet', async (_, method, params, code) => {
    const { ports, signed } = world({})
    const request = params === undefined ? { method } : { method, params }
    await expect(answerDapp(ports, connection, request)).rejects.toMatchObject({ code })
    expect(signed()).toEqual([])
  })

  it('error: what a wallet cannot do is refused with a text that says so', async () => {
    const { ports } = world({}, [signTransaction])
    const asked = answerDapp(ports, connection, {
      method: signMessage,
      params: { address: alice, message: '' },
    })
    await expect(asked).rejects.toMatchObject({ code: 4200, message: 'The wallet cannot do this' })
  })

  it('error: an answer that is no signature is none', async () => {
    const { ports } = world({ signature: 'short' })
    const params = { address: alice, transaction: 'AQID' }
    await expect(answerDapp(ports, connection, { method: signAndSend, params })).rejects.toMatchObject({
      code: -32603,
    })
  })

  it("error: the person's no is 4001, whatever words the wallet has for it", async () => {
    const { ports } = world(undefined)
    const transport = memoryTransport({
      'standard:connect': () => ({ accounts: [walletAccount(alice, signMessage)] }),
      [signMessage]: () => {
        throw new ProviderRpcError(-32603, 'User declined the request')
      },
    })
    const asked = answerDapp({ ...ports, transport, book: createAccountBook(transport) }, connection, {
      method: signMessage,
      params: { address: alice, message: '' },
    })
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })
})
