import { describe, expect, test } from 'vitest'
import { deriveMiniSecret, deriveSeed } from './seed.ts'
import { bip39Vectors } from './testing/bip39-vectors.ts'
import { hexBytes, hexText } from './testing/fixed-cases.ts'
import { substrateBip39Vectors } from './testing/substrate-vectors.ts'

describe('deriveSeed', () => {
  test.each(bip39Vectors)(
    'BIP-39 vector %s › passphrase TREZOR › published seed',
    async (entropy, _, seed) => {
      expect(hexText(await deriveSeed(hexBytes(entropy), 'TREZOR'))).toBe(seed)
    },
  )

  test('15 bytes › rejected', async () => {
    await expect(deriveSeed(new Uint8Array(15))).rejects.toThrow(RangeError)
  })
})

describe('deriveMiniSecret', () => {
  test.each(substrateBip39Vectors)(
    'substrate-bip39 vector %s › password Substrate › published secret',
    async (entropy, stretched) => {
      expect(hexText(await deriveMiniSecret(hexBytes(entropy), 'Substrate'))).toBe(stretched.slice(0, 64))
    },
  )

  test('entropy › derived › caller keeps its bytes', async () => {
    const entropy = new Uint8Array(16).fill(7)
    await deriveMiniSecret(entropy)
    expect(entropy).toEqual(new Uint8Array(16).fill(7))
  })

  test('17 bytes › rejected', async () => {
    await expect(deriveMiniSecret(new Uint8Array(17))).rejects.toThrow(RangeError)
  })
})
