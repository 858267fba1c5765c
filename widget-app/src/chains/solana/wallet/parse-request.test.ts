import { describe, expect, it } from 'vitest'
import { systemTransfer } from '../instructions.ts'
import { dappWorld, sends, signs, signsIn, signsMessage } from '../testing/dapp-world.ts'
import { testKey } from '../testing/key.ts'
import { base64, wireOf } from '../testing/transactions.ts'
import { alice, bob, chain } from '../testing/unit-world.ts'

const wire = wireOf([systemTransfer(alice, bob, 5n)])
const transaction = base64(wire)

const errorCodeOf = async (method: string, params?: object): Promise<unknown> => {
  const world = dappWorld()
  const error: unknown = await world.prepare(method, params).catch((thrown: unknown) => thrown)
  expect(world.transport.requests).toEqual([])
  return Object(error).code
}

describe('prepare › parameters', () => {
  it.each<[string, string, object | undefined, number]>([
    ['a sign-in without a site', signsIn, { address: alice }, -32602],
    ['a sign-in of another account', signsIn, { address: bob, domain: 'shop.example' }, 4100],
    ['a sign-in to devnet', signsIn, { address: alice, domain: 'shop.example', chainId: 'devnet' }, 4901],
    [
      'a sign-in to solana:devnet',
      signsIn,
      { address: alice, domain: 'shop.example', chainId: 'solana:devnet' },
      4901,
    ],
    ['another account', signsMessage, { address: bob, message: '' }, 4100],
    ['what is no address', signsMessage, { address: 'alice', message: '' }, -32602],
    ['a message without bytes', signsMessage, { address: alice }, -32602],
    ['bytes that are no base64', signs, { address: alice, transaction: '*' }, -32602],
    ['bytes that are no transaction', signs, { address: alice, transaction: 'AQID' }, -32602],
    ['no object', signsMessage, undefined, -32602],
    ['an unknown cluster', signs, { address: alice, transaction, chain: 'solana:moon' }, -32602],
    ['another ecosystem', signs, { address: alice, transaction, chain: 'eip155:1' }, -32602],
    ['devnet from mainnet', signs, { address: alice, transaction, chain: 'solana:devnet' }, 4901],
    ['testnet from mainnet', sends, { address: alice, transaction, chain: 'solana:testnet' }, 4901],
    [
      'devnet by its CAIP-2 id',
      signs,
      { address: alice, transaction, chain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
      4901,
    ],
    ['a local chain from mainnet', signs, { address: alice, transaction, chain: 'solana:localnet' }, 4901],
    ['a negative option', sends, { address: alice, transaction, options: { maxRetries: -1 } }, -32602],
    ['a connection', 'standard:connect', {}, 4200],
    ['the name of a member', 'constructor', {}, 4200],
  ])('%s › rejected before the wallet gets a request', async (_, method, params, code) => {
    expect(await errorCodeOf(method, params)).toBe(code)
  })

  it('unknown members and options › never reach the wallet', async () => {
    const options = { skipPreflight: true, commitment: 'confirmed', own: 1 }
    const prepared = await dappWorld().prepare(sends, { address: alice, transaction, options, own: 1 })
    expect(prepared.request).toEqual({
      method: sends,
      params: {
        address: alice,
        transaction,
        chain: 'solana:mainnet',
        options: { skipPreflight: true, commitment: 'confirmed' },
      },
    })
  })

  it.each([undefined, chain, 'solana:mainnet'])('chain %s › the connection’s own', async (name) => {
    const params = { address: alice, transaction, ...(name && { chain: name }) }
    expect((await dappWorld().prepare(signs, params)).request.params).toMatchObject({
      chain: 'solana:mainnet',
    })
  })
})

describe('prepare › transactions', () => {
  const altered = (change: (bytes: number[]) => readonly number[]) => ({
    address: alice,
    transaction: base64(Uint8Array.from(change([...wire]))),
  })
  // After one signature: a version, the header, and the number of accounts.
  const messageStart = 65
  it.each<[string, (bytes: number[]) => readonly number[]]>([
    ['bytes behind it', (bytes) => [...bytes, 0]],
    ['a length in a longer form', (bytes) => [0x81, 0x00, ...bytes.slice(1)]],
    ['an account count in a longer form', (bytes) => [...bytes.slice(0, 69), 0x83, 0x00, ...bytes.slice(70)]],
    ['a version that is not known', (bytes) => bytes.map((one, at) => (at === messageStart ? 0x81 : one))],
    ['a program that is the payer', (bytes) => bytes.map((one, at) => (at === 199 ? 0 : one))],
    ['a read-only payer', (bytes) => bytes.map((one, at) => (at === messageStart + 2 ? 1 : one))],
    ['more signers than accounts', (bytes) => bytes.map((one, at) => (at === messageStart + 1 ? 9 : one))],
    ['half of it', (bytes) => bytes.slice(0, 100)],
    ['more than a packet', (bytes) => [...bytes, ...new Uint8Array(1_232)]],
  ])('R1 › transaction with %s › −32602, no request to the wallet', async (_, change) => {
    expect(await errorCodeOf(signs, altered(change))).toBe(-32602)
  })

  it('R1 › base64 with spare bits › the wallet gets the canonical form', async () => {
    const message = 'aGVsbG9='
    const prepared = await dappWorld().prepare(signsMessage, { address: alice, message })
    expect(prepared.request.params).toEqual({ address: alice, message: 'aGVsbG8=' })
  })

  it('transaction that the account does not sign › −32602', async () => {
    const other = base64(wireOf([systemTransfer(bob, alice, 5n)], { payer: bob }))
    expect(await errorCodeOf(signs, { address: alice, transaction: other })).toBe(-32602)
  })

  it('other account’s signature is not over this message › −32602', async () => {
    const key = testKey()
    const bytes = wireOf([systemTransfer(alice, key.address, 5n)], { payer: key.address })
    const withSignature = (signature: Uint8Array) => {
      const copy = Uint8Array.from(bytes)
      copy.set(signature, 1)
      return { address: alice, transaction: base64(copy) }
    }
    expect(await errorCodeOf(signs, withSignature(key.sign(Uint8Array.of(1))))).toBe(-32602)
    const valid = withSignature(key.sign(bytes.slice(1 + 2 * 64)))
    expect((await dappWorld().prepare(signs, valid)).request.params).toMatchObject(valid)
  })
})

describe('prepare › sign-in', () => {
  const fields = { domain: 'shop.example', address: alice, nonce: 'oBbLoEldZs' }
  it.each<[string, object]>([
    ['a line break in the domain', { domain: 'shop.example\nevil.example' }],
    ['a space in the domain', { domain: 'shop.example wants' }],
    ['a user in the domain', { domain: 'bank.example@evil.example' }],
    ['a path in the domain', { domain: 'shop.example/login' }],
    ['a direction mark in the domain', { domain: 'shop\u202e.example' }],
    ['no domain', { domain: '' }],
    ['a line break in the statement', { statement: 'Two coffees\n\nURI: https://evil.example' }],
    ['a line separator in the statement', { statement: 'Two\u2028coffees' }],
    ['a line break in the uri', { uri: 'https://shop.example\nNonce: 1' }],
    ['a line break in the nonce', { nonce: 'a\nb' }],
    ['a line break in a resource', { resources: ['ipfs://a\n- ipfs://b'] }],
    ['an empty resource', { resources: [''] }],
    ['a hidden character in the request', { requestId: 'a\u200bb' }],
  ])('Low › %s › −32602', async (_, change) => {
    expect(await errorCodeOf(signsIn, { ...fields, ...change })).toBe(-32602)
  })

  it.each(['mainnet', 'solana:mainnet', chain, '101'])('chain %s › accepted', async (chainId) => {
    const prepared = await dappWorld().prepare(signsIn, { ...fields, chainId })
    expect(prepared.request.params).toEqual({ ...fields, chainId })
  })

  it.each(['shop.example', 'localhost:3000', '[::1]:8080', 'Bank.example'])(
    'Low › domain %s › shown as the signed text',
    async (domain) => {
      const prepared = await dappWorld().prepare(signsIn, { ...fields, domain, statement: '' })
      expect(prepared.request.params).toEqual({ ...fields, domain })
      const text = `${domain} wants you to sign in with your Solana account:\n${alice}\n\nNonce: oBbLoEldZs`
      expect((await prepared.decode?.(new AbortController().signal))?.facts).toEqual([
        { is: 'sign-in', domain: domain.toLowerCase(), text, isDisguised: false },
      ])
    },
  )
})
