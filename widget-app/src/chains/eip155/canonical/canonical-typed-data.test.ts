import { describe, expect, it } from 'vitest'
import { tokenAddress } from '../testing/unit-world.ts'
import { parseTypedData } from './canonical-typed-data.ts'

const types = {
  Vote: [{ name: 'support', type: 'uint8' }],
} as const
const parse = (over: object) =>
  parseTypedData({ types, primaryType: 'Vote', domain: {}, message: { support: 1 }, ...over })
const domainOf = (domain: unknown) => parse({ domain })
const invalidParams = expect.objectContaining({ code: -32602 })
const salt = `0x${'ab'.repeat(32)}`
const whole = { name: 'DAO', version: '1', chainId: 1, verifyingContract: tokenAddress, salt } as const
const members = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

describe('typed data › shape', () => {
  it.each<[string, object]>([
    ['types as text', { types: 'Vote' }],
    ['types as a list', { types: [] }],
    ['no types', { types: null }],
    ['a primary type that is no text', { primaryType: 1 }],
    ['a primary type on no list', { primaryType: 'Order' }],
    ['a domain as text', { domain: 'DAO' }],
    ['a domain as a number', { domain: 1 }],
    ['a domain as a list', { domain: [] }],
    ['a message as text', { message: 'support' }],
    ['a message as a list', { message: [1] }],
    ['no message', { message: null }],
  ])('%s › -32602', (_what, over) => {
    expect(() => parse(over)).toThrow(invalidParams)
  })

  it('text that is not JSON, or JSON of another shape › -32602', () => {
    for (const text of ['{', 'null', '[]', '"Vote"', '{}'])
      expect(() => parseTypedData(text)).toThrow(invalidParams)
  })

  it('no domain › an empty one', () => {
    for (const domain of [undefined, null, {}]) {
      const typed = domainOf(domain)
      expect(typed.domain).toEqual({})
      expect(JSON.parse(typed.text)).toMatchObject({ domain: {}, types: { EIP712Domain: [] } })
    }
  })
})

describe('typed data › domain', () => {
  it('all members › own types, in the order of EIP-712, the chain as a number', () => {
    const typed = domainOf(whole)
    expect(typed.domain).toEqual({ ...whole, chainId: 1n })
    expect(JSON.parse(typed.text)).toMatchObject({ domain: whole, types: { EIP712Domain: members } })
  })

  it('null members › absent', () => {
    const typed = domainOf({ ...whole, salt: null, version: undefined })
    expect(typed.types.get('EIP712Domain')).toEqual([members[0], members[2], members[3]])
  })

  it('unlisted member › dropped', () => {
    expect(JSON.parse(domainOf({ name: 'DAO', note: 'x' }).text).domain).toEqual({ name: 'DAO' })
  })

  it('largest chain of EIP-2294 › valid; one more › -32602', () => {
    expect(domainOf({ chainId: '4503599627370476' }).domain.chainId).toBe(4_503_599_627_370_476n)
    expect(() => domainOf({ chainId: '4503599627370477' })).toThrow(invalidParams)
  })

  it('domain type in the request › only the members that it lists', () => {
    const typed = parse({ domain: whole, types: { ...types, EIP712Domain: [members[0], members[2]] } })
    expect(typed.domain).toEqual({ name: 'DAO', chainId: 1n })
  })

  it.each<[string, readonly object[]]>([
    ['in another order', [members[2], members[0]]],
    ['with a member of another type', [members[0], { name: 'chainId', type: 'uint64' }]],
    ['with a member of no standard', [members[0], { name: 'note', type: 'string' }]],
    ['with a member twice', [members[0], members[0]]],
  ])('domain type in the request %s › -32602', (_what, listed) => {
    expect(() =>
      parse({ domain: { ...whole, note: 'x' }, types: { ...types, EIP712Domain: listed } }),
    ).toThrow(invalidParams)
  })
})
