import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EnvelopeContext, envelopeKinds, openEnvelope } from './envelope.ts'
import { bytesOf, caseSeed, drawCases } from './testing/fixed-cases.ts'
import { type EnvelopeParts, referenceSeal } from './testing/reference-envelope.ts'

/** A sealed envelope with what opens it. */
type Sealed = Pick<EnvelopeParts, 'factor' | 'serverKey' | 'context'> & { readonly envelope: Uint8Array }

const id = fc.stringMatching(/^[\x21-\x7e]{1,40}$/)
const kind = fc.constantFrom(...envelopeKinds)
const parts = fc.record({
  entropy: bytesOf(16),
  factor: fc.oneof(bytesOf(16), bytesOf(32)),
  serverKey: bytesOf(32),
  nonce: bytesOf(12),
  context: fc.record({ userId: id, walletId: id, kind }),
})

/** Pairs of envelopes that differ in entropy and nonce only: both open with the same keys in the same context. */
const pairs = drawCases(fc.tuple(parts, bytesOf(16), bytesOf(12)), 200).map(([first, entropy, nonce]) => {
  const sealed = { ...first, envelope: referenceSeal(first) }
  return [sealed, { ...sealed, envelope: referenceSeal({ ...first, entropy, nonce }) }] as const
})

const flipBit = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

const withContext = (sealed: Sealed, change: Partial<EnvelopeContext>): Sealed => ({
  ...sealed,
  context: { ...sealed.context, ...change },
})

const changed = (bytes: Uint8Array, bit: number): Uint8Array => flipBit(bytes, bit % (bytes.length * 8))

/** A modification, drawn with its values: from a pair to an envelope that must not open. */
type Tampering = (first: Sealed, second: Sealed) => Sealed

const tampering: fc.Arbitrary<Tampering> = fc.oneof(
  fc.nat(45 * 8 - 1).map(
    (bit): Tampering =>
      (first) => ({ ...first, envelope: flipBit(first.envelope, bit) }),
  ),
  fc.nat(44).map(
    (length): Tampering =>
      (first) => ({ ...first, envelope: first.envelope.subarray(0, length) }),
  ),
  fc.uint8Array({ minLength: 1, maxLength: 64 }).map(
    (more): Tampering =>
      (first) => ({ ...first, envelope: Uint8Array.of(...first.envelope, ...more) }),
  ),
  fc.integer({ min: 2, max: 256 }).map(
    (version): Tampering =>
      (first) => ({ ...first, envelope: first.envelope.with(0, version) }),
  ),
  id.map(
    (userId): Tampering =>
      (first) =>
        withContext(first, { userId }),
  ),
  id.map(
    (walletId): Tampering =>
      (first) =>
        withContext(first, { walletId }),
  ),
  fc.constant<Tampering>((first) =>
    withContext(first, { userId: first.context.walletId, walletId: first.context.userId }),
  ),
  kind.map(
    (other): Tampering =>
      (first) =>
        withContext(first, { kind: other }),
  ),
  fc.nat().map(
    (bit): Tampering =>
      (first) => ({ ...first, serverKey: changed(first.serverKey, bit) }),
  ),
  bytesOf(32).map(
    (serverKey): Tampering =>
      (first) => ({ ...first, serverKey }),
  ),
  fc.nat().map(
    (bit): Tampering =>
      (first) => ({ ...first, factor: changed(first.factor, bit) }),
  ),
  fc.oneof(bytesOf(16), bytesOf(32)).map(
    (factor): Tampering =>
      (first) => ({ ...first, factor }),
  ),
  fc.constant<Tampering>((first) => ({ ...first, factor: Uint8Array.of(...first.factor, 0) })),
  // Nonce, ciphertext and tag of one envelope, continued with those of the other.
  fc.integer({ min: 2, max: 44 }).map(
    (border): Tampering =>
      (first, second) => ({
        ...first,
        envelope: Uint8Array.of(...first.envelope.subarray(0, border), ...second.envelope.subarray(border)),
      }),
  ),
)

const isSame = (a: Sealed, b: Sealed): boolean =>
  JSON.stringify([[...a.envelope], [...a.factor], [...a.serverKey], a.context]) ===
  JSON.stringify([[...b.envelope], [...b.factor], [...b.serverKey], b.context])

const open = ({ envelope, factor, serverKey, context }: Sealed) =>
  openEnvelope(envelope, { factor, serverKey }, context)

describe('envelope › tampering', () => {
  test('both of each pair › unmodified › open', async () => {
    for (const sealed of pairs.flat()) expect((await open(sealed)).is).toBe('opened')
  })

  test('10,000 modifications › none opens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), tampering, async ([first, second], tamper) => {
        const modified = tamper(first, second)
        fc.pre(!isSame(modified, first) && !isSame(modified, second))
        expect((await open(modified)).is).toBe('unreadable')
      }),
      { seed: caseSeed, numRuns: 10_000 },
    )
  })
})
