import { describe, expect, it } from 'vitest'
import { findImpersonatedAddress } from '#widget/domain/accounts/address-poisoning.ts'
import {
  accountBytes,
  addressEncodings,
  isH160,
  normalizeAddress,
  parseAddress,
  withPrefix,
} from './address.ts'
import { alice, bob, moonAccount } from './testing/unit-world.ts'

const errorCodeOf = (text: string): unknown => {
  try {
    return parseAddress(text)
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

describe('withPrefix', () => {
  it.each([
    [0, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
    [2, 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
    [42, alice],
  ])('network prefix %i › the same key', (prefix, text) => {
    expect(withPrefix(alice, prefix)).toBe(text)
    expect(parseAddress(text)).toBe(alice)
    expect(withPrefix(moonAccount, prefix)).toBe(moonAccount)
  })
})

describe('parseAddress', () => {
  it.each([
    ['the generic prefix', alice],
    ['the prefix of Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
    ['the prefix of Kusama', 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
    ['a prefix of two bytes', 'VdvKmYJfD4VXA9fzz1SbmCo2eYHSzUFbaDCZSuaNKJAe8YNg6'],
    ['blanks around it', `  ${alice}\n`],
  ])('one key with %s › one text', (_name, text) => {
    expect(parseAddress(text)).toBe(alice)
  })

  it.each([
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ', 'address/checksum'],
    [moonAccount.replace('f24F', 'F24F'), 'address/checksum'],
    // Solana and Bitcoin addresses are base58 too.
    ['4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', 'address/invalid'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address/invalid'],
    [alice.slice(0, -2), 'address/invalid'],
    [`${alice}${alice}`, 'address/invalid'],
    [`0x${'d4'.repeat(32)}`, 'address/invalid'],
    ['', 'address/invalid'],
  ])('invalid text %s › %s', (text, expected) => {
    expect(errorCodeOf(text)).toBe(expected)
    expect(normalizeAddress(text)).toBeUndefined()
  })

  it('P-L1 › address that imitates another only with Polkadot’s prefix › detected', () => {
    // Found in 13,190 attempts: Bob's key with other bytes in the middle, so that its ends differ with the generic prefix.
    const imitation = parseAddress('14E5nqKAp3oAJcmcAYo63bU2VJ77drRzSiGUcYz7imct1vF3')
    expect(findImpersonatedAddress(imitation, [bob])).toBeUndefined()
    const formsOf = (one: string) => addressEncodings(one, [])
    expect(findImpersonatedAddress(imitation, [bob], formsOf)).toBe(bob)
    expect(findImpersonatedAddress(bob, [bob], formsOf)).toBeUndefined()
    expect(findImpersonatedAddress(alice, [bob], formsOf)).toBeUndefined()
  })

  it('addressForms › those of well-known chains and of opened chains', () => {
    expect(addressEncodings(alice, [10, 42])).toEqual([
      alice,
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
      '25fqepuLngYL2DK9ApTejNzqPadUUZ9ALYyKWX2jyvEiuZLa',
    ])
    expect(new Set(addressEncodings(moonAccount, [10]))).toEqual(new Set([moonAccount]))
  })

  it('20-byte account › gets its checksum, from either case', () => {
    for (const text of [moonAccount.toLowerCase(), `0x${moonAccount.slice(2).toUpperCase()}`, moonAccount])
      expect(parseAddress(text)).toBe(moonAccount)
    expect([isH160(moonAccount), isH160(alice)]).toEqual([true, false])
    expect([accountBytes(moonAccount).length, accountBytes(alice).length]).toEqual([20, 32])
  })
})
