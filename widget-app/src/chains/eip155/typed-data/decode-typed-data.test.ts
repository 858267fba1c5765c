import { hashTypedData } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import { parseTypedData } from '../canonical/canonical-typed-data.ts'
import { drainerTypedData } from '../testing/drainer-typed-data.ts'
import { alice, bob, tokenAddress } from '../testing/unit-world.ts'
import { decodeTypedData } from './decode-typed-data.ts'

const chain = parseChainId('eip155:1')
const decode = (data: unknown) => decodeTypedData(parseTypedData(data), alice)
const host = 'shop.example'

describe('drainers', () => {
  it('corpus › no two requests have the same type', () => {
    const types = drainerTypedData.map(({ data }) => data.primaryType)
    expect(new Set(types).size).toBe(types.length)
    expect(types.length).toBeGreaterThanOrEqual(20)
  })

  it.each(drainerTypedData.map((one) => [one.name, one] as const))(
    'R3 › %s › reviewed, with its fact',
    (_name, { data, fact }) => {
      const facts = decode(data)
      expect(facts).toEqual(expect.arrayContaining([expect.objectContaining(fact)]))
      expect(isAllowListed({ account: alice, chain, facts }, { host, isBundledToken: () => true })).toBe(
        false,
      )
      const reading = { is: 'read', description: { account: alice, chain, facts } } as const
      expect(isSevereRequest({ decoding: reading, risks: [] })).toBe(true)
    },
  )
})

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
}
const domain = { name: 'USD Coin', chainId: 1, verifyingContract: tokenAddress } as const
const message = { owner: alice, spender: bob, value: '5', nonce: 0, deadline: 1_900_000_000 }
const permitOf = (over: { domain?: object; message?: object; types?: object }) => ({
  types: { ...types, ...over.types },
  primaryType: 'Permit',
  domain: { ...domain, ...over.domain },
  message: { ...message, ...over.message },
})
const digest = hashTypedData({
  types,
  primaryType: 'Permit',
  domain,
  message: { ...message, value: 5n, nonce: 0n, deadline: 1_900_000_000n },
})

const uint = (name: string) => ({ name, type: 'uint256' })
const text = (name: string) => ({ name, type: 'string' })
const account = (name: string) => ({ name, type: 'address' })
const bool = (name: string) => ({ name, type: 'bool' })
const uint32 = (name: string) => ({ name, type: 'uint32' })
const uint48 = (name: string) => ({ name, type: 'uint48' })
const bytes32 = (name: string) => ({ name, type: 'bytes32' })
const signInPhrase = 'wants you to sign in with your Ethereum account'
const manager = { name: 'Spend Permission Manager', chainId: 1, verifyingContract: bob }

describe('structs of no known standard', () => {
  it.each([
    ['transfer by signature', 'Transfer', [account('from'), account('to'), uint('value')], 'signed-move'],
    ['withdrawal', 'Withdraw', [account('recipient'), uint('amount'), uint('nonce')], 'signed-move'],
    ['approval', 'Approve', [account('owner'), account('guy'), uint('wad')], 'signed-move'],
    ['transfer under another name', 'Greeting', [account('recipient'), uint('amount')], 'signed-move'],
    [
      'transfer of Hyperliquid',
      'HyperliquidTransaction:UsdSend',
      [text('hyperliquidChain'), text('destination'), text('amount')],
      'signed-move',
    ],
    ['order of 1inch', 'LimitOrderWithFees', [uint('salt'), uint('fee')], 'order'],
    [
      'transaction of zkSync Era',
      'Transaction',
      [uint('txType'), uint('from'), uint('to'), { name: 'data', type: 'bytes' }],
      'forward-request',
    ],
    ['vote', 'Ballot', [uint('proposalId'), { name: 'support', type: 'uint8' }], 'unknown-typed-data'],
  ])('R3 › %s › its purpose, or unknown', (_what, primaryType, members, purpose) => {
    const example: Readonly<Record<string, unknown>> = {
      address: bob,
      uint256: 5,
      uint8: 1,
      string: '5',
      bytes: '0x12',
    }
    const values = Object.fromEntries(members.map(({ name, type }) => [name, example[type]]))
    const facts = decode({ types: { [primaryType]: members }, primaryType, domain, message: values })
    expect(facts).toEqual([expect.objectContaining({ is: 'typed-data', purpose })])
    const context = { host, newContracts: [], now: 0 }
    expect(risksOf({ account: alice, chain, facts }, context)).toContain(purpose)
  })

  it.each<[string, readonly { readonly name: string; readonly type: string }[], unknown, boolean]>([
    [
      'a vote of Snapshot',
      [account('from'), text('space'), bytes32('proposal'), uint32('choice')],
      undefined,
      false,
    ],
    ['a sentence', [text('contents')], 'Welcome to the shop! Sign to accept its terms.', false],
    ['its own account and times', [account('account'), uint('issuedAt'), bytes32('nonce')], undefined, false],
    ['nothing but a flag and an empty object', [bool('isOpen'), text('metadata')], '{}', false],
    ['a list of choices', [{ name: 'choices', type: 'uint32[]' }], undefined, false],
    ['another account', [account('referrer')], bob, true],
    ['another account in a list', [{ name: 'friends', type: 'address[]' }], undefined, true],
    ['an amount under no known name', [{ name: 'wei', type: 'uint64' }], undefined, true],
    ['an amount as a text', [text('size')], '1,000.5', true],
    ['an account as a text', [text('who')], `for ${bob}`, true],
    ['an account of Solana as a text', [text('who')], 'FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq', true],
    ['JSON', [text('body')], '{"spend":"all"}', true],
    ['bytes', [{ name: 'extra', type: 'bytes' }], undefined, true],
    ['bytes of 32', [bytes32('referrer')], undefined, true],
    ['words of a sign-in', [text('contents')], `bank.example ${signInPhrase}`, true],
  ])(
    'unknown data with %s › severe unless without other accounts and amounts',
    (_, members, value, isValue) => {
      const example: Readonly<Record<string, unknown>> = {
        address: alice,
        'address[]': [alice, bob],
        uint256: 5,
        uint64: 5,
        uint32: 5,
        'uint32[]': [1, 2],
        bool: true,
        string: 'shop.eth',
        bytes: '0x12',
        bytes32: `0x${'12'.repeat(32)}`,
      }
      const values = members.map(({ name, type }, at) => [
        name,
        at === members.length - 1 && value !== undefined ? value : example[type],
      ])
      const message = { inner: Object.fromEntries(values) }
      const types = { Greeting: [{ name: 'inner', type: 'Inner' }], Inner: members }
      const facts = decode({ types, primaryType: 'Greeting', domain, message })
      const risks = risksOf({ account: alice, chain, facts }, { host, newContracts: [], now: 0 })
      expect(risks).toEqual([isValue ? 'unknown-typed-value' : 'unknown-typed-data'])
      expect(risks.some(isSevere)).toBe(isValue)
    },
  )

  it('signers of the account as a text › a delegation', () => {
    const members = [text('chain'), text('signers'), uint('nonce')]
    const value = { chain: 'Mainnet', signers: `{"authorizedUsers":["${bob}"],"threshold":1}`, nonce: 1 }
    const primaryType = 'HyperliquidTransaction:ConvertToMultiSigUser'
    const facts = decode({ types: { [primaryType]: members }, primaryType, domain, message: value })
    expect(facts).toMatchObject([{ is: 'typed-data', purpose: 'delegation' }])
  })

  it('allowance that restarts in each period › a permit and a delegation', () => {
    const members = [
      ...[account('account'), account('spender'), account('token'), { name: 'allowance', type: 'uint160' }],
      ...[
        uint48('period'),
        uint48('start'),
        uint48('end'),
        uint('salt'),
        { name: 'extraData', type: 'bytes' },
      ],
    ]
    const value = {
      ...{ account: alice, spender: bob, token: tokenAddress, allowance: 5 },
      ...{ period: 1, start: 0, end: 9, salt: 0, extraData: '0x' },
    }
    const primaryType = 'SpendPermission'
    const facts = decode({
      types: { SpendPermission: members },
      primaryType,
      domain: manager,
      message: value,
    })
    expect(facts).toMatchObject([
      { is: 'permit', standard: 'Spend permission', spender: bob, deadline: 9n },
      { is: 'typed-data', purpose: 'delegation' },
    ])
    expect(facts[0]).toMatchObject({ figure: { value: 5n, contract: tokenAddress } })
  })

  it('R3 › permit inside another struct › a permit', () => {
    const data = permitOf({
      types: { Wrapper: [{ name: 'inner', type: 'Layer' }], Layer: [{ name: 'inner', type: 'Permit' }] },
      message: { inner: { inner: message } },
    })
    const facts = decode({ ...data, primaryType: 'Wrapper' })
    expect(facts[0]).toMatchObject({ is: 'permit', spender: bob, figure: { value: 5n } })
  })
})

describe('values', () => {
  it.each([
    ['capitals in hex', { value: '0X0F' }, 15n],
    ['an integer with zeros in front', { value: `0x${'0'.repeat(40)}ff` }, 255n],
    ['a leading space', { value: ' 5' }, 5n],
    ['a JSON number', { value: 5 }, 5n],
  ])('R3 › permit with %s › still a permit', (_name, over, value) => {
    expect(decode(permitOf({ message: over }))[0]).toMatchObject({ is: 'permit', figure: { value } })
  })

  it.each([
    ['an amount beyond the type', { value: `0x1${'0'.repeat(64)}` }],
    ['an amount in exponents', { value: 1e30 }],
    ['an amount of text', { value: 'all' }],
    ['a deadline of 1e20 as a number', { deadline: 1e20 }],
    ['a spender that is no address', { spender: '0x12' }],
    ['no spender', { spender: undefined }],
  ])('R3 › permit with %s › -32602, never harmless', (_name, over) => {
    expect(() => parseTypedData(permitOf({ message: over }))).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
  })

  it.each([
    ['a list', [1]],
    ['a text with letters', 'one'],
    ['a negative number', -1],
  ])('R3 › chain of the domain is %s › -32602', (_name, chainId) => {
    expect(() => parseTypedData(permitOf({ domain: { chainId } }))).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
  })
})

describe('unlisted members', () => {
  it('U1 › domain with an unlisted member › decoded without it, and not signed', () => {
    const listed = {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
    }
    const variant = parseTypedData(permitOf({ types: listed, domain: { version: 1 } }))
    expect(variant.digest).toBe(digest)
    expect(variant.text).not.toContain('version')
    expect(decodeTypedData(variant, alice)).toEqual(decode(permitOf({})))
  })

  it('message with an unlisted member › dropped', () => {
    const { text, digest: parsedDigest } = parseTypedData(permitOf({ message: { note: 'harmless' } }))
    expect(parsedDigest).toBe(digest)
    expect(text).not.toContain('harmless')
  })
})

describe('signed data', () => {
  it('text for the wallet › has the hash of what was decoded', () => {
    const { text, digest: parsedDigest } = parseTypedData(JSON.stringify(permitOf({})))
    expect(parsedDigest).toBe(digest)
    expect(hashTypedData(JSON.parse(text))).toBe(digest)
    expect(parseTypedData(text)).toEqual(parseTypedData(permitOf({})))
  })

  it.each([
    ['capitals', 'uint256', 'BYTES', { type: 'bytes', value: '0XAB' }, { type: 'bytes', value: '0xab' }],
    [
      'a short bytes32',
      'bytes32',
      'b',
      { type: 'bytes32', value: '0xab' },
      { type: 'bytes32', value: `0xab${'0'.repeat(62)}` },
    ],
  ])('U16 › %s › normalized', (_name, _type, _member, variant, plain) => {
    const data = ({ type, value }: { type: string; value: string }) => ({
      types: { Note: [{ name: 'content', type }] },
      primaryType: 'Note',
      domain,
      message: { content: value },
    })
    expect(parseTypedData(data(variant))).toEqual(parseTypedData(data(plain)))
  })

  it('U16 › null for a struct without members › -32602', () => {
    const data = (nothing: unknown) => ({
      types: { Note: [{ name: 'nothing', type: 'Nothing' }], Nothing: [] },
      primaryType: 'Note',
      domain,
      message: { nothing },
    })
    expect(() => parseTypedData(data(null))).toThrow(expect.objectContaining({ code: -32602 }))
    expect(parseTypedData(data({})).digest).toMatch(/^0x/)
  })

  it.each(['{', '[]', 'null', '"text"', JSON.stringify({ types: {}, primaryType: 'A', message: {} })])(
    'invalid data %s › -32602',
    (text) => {
      expect(() => parseTypedData(text)).toThrow(expect.objectContaining({ code: -32602 }))
    },
  )
})
