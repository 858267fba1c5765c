import { getPublicKey } from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import { deriveHardSecret, derivePolkadotAccount } from './polkadot-account.ts'
import { genericSs58Prefix, polkadotSs58Prefix, toSs58Address } from './ss58.ts'
import { hexBytes, hexText } from './testing/fixed-cases.ts'
import { hardDerivationVector } from './testing/substrate-vectors.ts'

const { miniSecret, publicKey, chainCode, childPublicKey } = hardDerivationVector

describe('derivePolkadotAccount', () => {
  test('mini secret of the development accounts › root › published key', () => {
    expect(derivePolkadotAccount(hexBytes(miniSecret), 0, genericSs58Prefix).publicKey).toBe(`0x${publicKey}`)
  })

  test('hard derivation of //Alice › published key', () => {
    const child = deriveHardSecret(hexBytes(miniSecret), hexBytes(chainCode))
    expect(hexText(getPublicKey(child))).toBe(childPublicKey)
  })

  test.each([-1, 1.5, 2 ** 31])('index %d › throws', (index) => {
    expect(() => derivePolkadotAccount(hexBytes(miniSecret), index, polkadotSs58Prefix)).toThrow(RangeError)
  })
})

describe('toSs58Address', () => {
  test.each([
    [genericSs58Prefix, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    [polkadotSs58Prefix, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ])('Alice › prefix %i › her known address', (prefix, address) => {
    expect(toSs58Address(hexBytes(childPublicKey), prefix)).toBe(address)
  })

  test.each([-1, 46, 47, 16_384, 0.5])('prefix %d › throws', (prefix) => {
    expect(() => toSs58Address(hexBytes(childPublicKey), prefix)).toThrow(RangeError)
  })

  test('33 bytes › throws', () => {
    expect(() => toSs58Address(new Uint8Array(33), polkadotSs58Prefix)).toThrow(RangeError)
  })
})
