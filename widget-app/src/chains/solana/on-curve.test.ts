import { ed25519 } from '@noble/curves/ed25519'
import { getAddressDecoder } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress } from './address.ts'
import { isOnCurve } from './on-curve.ts'
import { alice, bob, mint, vault } from './testing/unit-world.ts'

/** The curves library's decision, which would add 11 kB to the adapter. */
function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes)
    return true
  } catch {
    return false
  }
}

describe('isOnCurve', () => {
  test.each([
    [alice, true],
    [bob, true],
    [mint, true],
    [vault, false],
    ['7nF3m8Y9Mx4HpwoxCcJmucdxwuQ2Vsuu6thnEuSg5eiz', false],
  ])('%s › isOnCurve is %s', (address, isOn) => {
    expect(isOnCurve(parseAddress(address))).toBe(isOn)
  })

  test('random bytes › as the curves library decides', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isOnCurve(getAddressDecoder().decode(bytes))).toBe(isPoint(bytes))
      }),
    )
  })
})
