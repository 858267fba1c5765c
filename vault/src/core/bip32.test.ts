import { describe, expect, test } from 'vitest'
import { decodeBase58 } from '#shared/caip/base58.ts'
import { hardenedOffset } from './account-index.ts'
import { deriveBip32Key } from './bip32.ts'
import { bip32Vectors } from './testing/bip32-vectors.ts'
import { bip39Vectors } from './testing/bip39-vectors.ts'
import { hexBytes, hexText } from './testing/fixed-cases.ts'

/** Private key of an `xprv`: after version, depth, fingerprint, child number, chain code and a zero byte. */
const privateKeyOf = (xprv: string): string =>
  hexText(decodeBase58(xprv)?.subarray(46, 78) ?? new Uint8Array())

const indexesOf = (path: string): readonly number[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? hardenedOffset : 0))

describe('deriveBip32Key', () => {
  test.each(bip32Vectors)('BIP-32 vector %s › %s › published key', (seed, path, xprv) => {
    expect(hexText(deriveBip32Key(hexBytes(seed), indexesOf(path)))).toBe(privateKeyOf(xprv))
  })

  test.each(bip39Vectors)(
    'BIP-39 vector %s › master key › published key',
    (_entropy, _phrase, seed, xprv) => {
      expect(hexText(deriveBip32Key(hexBytes(seed), []))).toBe(privateKeyOf(xprv))
    },
  )

  test.each([15, 65])('seed of %i bytes › throws', (length) => {
    expect(() => deriveBip32Key(new Uint8Array(length), [])).toThrow()
  })
})
