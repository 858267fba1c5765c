import { Keyring } from '@polkadot/keyring'
import { hexToU8a, u8aToHex } from '@polkadot/util'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '../address.ts'
import { chainSignature, hasSignatureLength, isSignatureOf, verifiedSignature } from './signature-check.ts'

const kinds = ['sr25519', 'ed25519', 'ecdsa', 'ethereum'] as const
type Kind = (typeof kinds)[number]
const pairOf = (type: Kind) =>
  new Keyring({ type, ss58Format: 42 }).addFromUri(
    type === 'ethereum' ? `0x${'11'.repeat(32)}` : '//drawbridge//prefixes',
  )
const pairs = {
  sr25519: pairOf('sr25519'),
  ed25519: pairOf('ed25519'),
  ecdsa: pairOf('ecdsa'),
  ethereum: pairOf('ethereum'),
}
const addressOf = (kind: Kind) => parseAddress(pairs[kind].address)
const typeBytes = { ed25519: 0, sr25519: 1, ecdsa: 2 } as const
/**
 * The first bytes that signatures of a kind can have, below a limit. Those of sr25519 are even (ristretto), and signing with
 * curves is slow: for those kinds only bytes that look like a type byte are tested.
 */
const prefixesOf = (kind: Kind, limit = kind === 'ecdsa' || kind === 'ethereum' ? 256 : 4) =>
  Array.from({ length: limit }, (_, prefix) => prefix).filter((one) => kind !== 'sr25519' || one % 2 === 0)

const messageOf = (number: number) => Uint8Array.from([number & 255, (number >> 8) & 255, number >> 16, 7])

type Signed = { readonly message: Uint8Array; readonly signature: Uint8Array }

/** For each first byte, a message and its signature. */
function signedFor(kind: Kind, prefixes: readonly number[]): ReadonlyMap<number, Signed> {
  const found = new Map<number, Signed>()
  for (let number = 0; found.size < prefixes.length; number += 1) {
    const message = messageOf(number)
    const signature = pairs[kind].sign(message)
    const first = signature[0] ?? 0
    if (prefixes.includes(first) && !found.has(first)) found.set(first, { message, signature })
  }
  return found
}

describe('verifiedSignature', () => {
  test.each(kinds)(
    'signature of %s › any first byte › verified with and without a type byte',
    (kind) => {
      const signed = signedFor(kind, prefixesOf(kind))
      const unverified = [...signed].flatMap(([prefix, { message, signature }]) => {
        const typed = Uint8Array.of(kind === 'ethereum' ? 2 : typeBytes[kind], ...signature)
        return [signature, typed].flatMap((form) => {
          const verified = verifiedSignature(message, u8aToHex(form), addressOf(kind))
          const isVerified = verified?.kind === kind && u8aToHex(verified.bytes) === u8aToHex(signature)
          return isVerified ? [] : [`${prefix} of ${form.length} bytes`]
        })
      })
      expect(unverified).toEqual([])
    },
    30_000,
  )

  test.each(kinds)('signature of %s › other message, account or last byte › not verified', (kind) => {
    for (const { message, signature } of signedFor(kind, prefixesOf(kind, 3)).values()) {
      const other = Uint8Array.of(...message, 1)
      const broken = Uint8Array.from(signature)
      broken[40] = (broken[40] ?? 0) ^ 1
      for (const form of [signature, Uint8Array.of(0, ...signature), Uint8Array.of(1, ...signature)]) {
        expect(isSignatureOf(other, u8aToHex(form), addressOf(kind))).toBe(false)
        for (const otherKind of kinds.filter((each) => each !== kind))
          expect(isSignatureOf(message, u8aToHex(form), addressOf(otherKind))).toBe(false)
      }
      expect(isSignatureOf(message, u8aToHex(broken), addressOf(kind))).toBe(false)
    }
  })

  test('signature of the unwrapped for the wrapped message, or reverse › not verified', () => {
    const bare = new TextEncoder().encode('hello')
    const wrapped = new TextEncoder().encode('<Bytes>hello</Bytes>')
    const sign = (bytes: Uint8Array) => u8aToHex(pairs.sr25519.sign(bytes))
    expect(isSignatureOf(wrapped, sign(bare), addressOf('sr25519'))).toBe(false)
    expect(isSignatureOf(bare, sign(wrapped), addressOf('sr25519'))).toBe(false)
  })

  test.each(['ecdsa', 'ethereum'] as const)('%s › recovery byte 27 or 28 › the same signature', (kind) => {
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const message = messageOf(number)
      const bytes = pairs[kind].sign(message)
      const withOffset = Uint8Array.from(bytes)
      withOffset[64] = (withOffset[64] ?? 0) + 27
      expect(verifiedSignature(message, u8aToHex(withOffset), addressOf(kind))).toEqual({ kind, bytes })
    }
  })

  test.each(['', '0x', 'no hex', `0x${'00'.repeat(63)}`, `0x${'00'.repeat(67)}`])(
    '%j › not a signature, by its length',
    (signature) => {
      for (const kind of kinds) {
        expect(hasSignatureLength(signature, addressOf(kind))).toBe(false)
        expect(isSignatureOf(messageOf(1), signature, addressOf(kind))).toBe(false)
      }
    },
  )
})

test.each([...kinds])('chainSignature › %s › type byte of the chain, none for 20 bytes', (kind) => {
  const message = messageOf(9)
  const bytes = pairs[kind].sign(message)
  const verified = verifiedSignature(message, u8aToHex(bytes), addressOf(kind))
  if (verified === undefined) throw new Error('It was not proven')
  const expected = kind === 'ethereum' ? bytes : Uint8Array.of(typeBytes[kind], ...bytes)
  expect(hexToU8a(chainSignature(verified))).toEqual(expected)
})
