import { ed25519 } from '@noble/curves/ed25519'
import { describe, expect, test } from 'vitest'
import { deriveSlip10Key } from './slip10.ts'
import { hexBytes, hexText } from './testing/fixed-cases.ts'
import { slip10Vectors } from './testing/slip10-vectors.ts'

describe('deriveSlip10Key', () => {
  test.each(slip10Vectors)('SLIP-10 vector %s › %j › published keys', (seed, path, privateKey, publicKey) => {
    const key = deriveSlip10Key(hexBytes(seed), path)
    expect(hexText(key)).toBe(privateKey)
    expect(hexText(ed25519.getPublicKey(key))).toBe(publicKey)
  })

  test.each([-1, 0.5, 2 ** 31, Number.NaN])('index %d › throws', (index) => {
    expect(() => deriveSlip10Key(new Uint8Array(64), [index])).toThrow(RangeError)
  })

  test.each([15, 65])('seed of %i bytes › throws', (length) => {
    expect(() => deriveSlip10Key(new Uint8Array(length), [])).toThrow(RangeError)
  })
})
