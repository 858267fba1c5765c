import { describe, expect, test, vi } from 'vitest'
import { type EnvelopeContext, envelopeKinds, openEnvelope, sealEnvelope } from './envelope.ts'
import { createDeviceFactor, type EnvelopeKeys } from './sealed-bytes.ts'
import { hexBytes, hexText } from './testing/fixed-cases.ts'
import { referenceOpen, referenceSeal } from './testing/reference-envelope.ts'
import { releasedEnvelopes } from './testing/released-envelopes.ts'

const entropy = new Uint8Array(16).fill(0xa5)
const factor = new Uint8Array(32).fill(1)
const serverKey = new Uint8Array(32).fill(2)
const keys: EnvelopeKeys = { factor, serverKey }
const context: EnvelopeContext = { userId: 'user-1', walletId: 'wallet-1', kind: 'passkey' }
const opened = { is: 'opened', entropy }
const notAuthentic = { is: 'unreadable', reason: 'not-authentic' }

const hkdfKey = (usages: KeyUsage[]) => crypto.subtle.importKey('raw', factor, 'HKDF', false, usages)

describe('envelope', () => {
  test.each(envelopeKinds)('%s › sealed and opened › same entropy', async (kind) => {
    const envelope = await sealEnvelope(entropy, keys, { ...context, kind })
    expect(await openEnvelope(envelope, keys, { ...context, kind })).toEqual(opened)
  })

  test.each(releasedEnvelopes)('$kind of the first release › opened › its entropy', async (released) => {
    const secrets = { factor: hexBytes(released.factor), serverKey: hexBytes(released.serverKey) }
    const result = await openEnvelope(hexBytes(released.envelope), secrets, released)
    expect(result.is === 'opened' && hexText(result.entropy)).toBe(released.entropy)
  })

  test('sealed › bytes › as documented', async () => {
    const envelope = await sealEnvelope(entropy, keys, context)
    expect(envelope).toHaveLength(45)
    expect(envelope[0]).toBe(1)
    expect(referenceOpen(envelope, { factor, serverKey }, context)).toEqual(entropy)
    const nonce = envelope.slice(1, 13)
    expect(envelope).toEqual(referenceSeal({ entropy, factor, serverKey, context, nonce }))
  })

  test('other version in the additional data › not authentic', async () => {
    const nonce = new Uint8Array(12)
    const seal = (version: number) => referenceSeal({ entropy, factor, serverKey, context, nonce, version })
    expect(await openEnvelope(seal(1), keys, context)).toEqual(opened)
    expect(await openEnvelope(seal(2), keys, context)).toEqual(notAuthentic)
  })

  test('same entropy sealed 1,000 times › nonces differ', async () => {
    const envelopes = await Promise.all(
      Array.from({ length: 1_000 }, () => sealEnvelope(entropy, keys, context)),
    )
    expect(new Set(envelopes.map((envelope) => hexText(envelope.subarray(1, 13)))).size).toBe(1_000)
  })

  test('ids whose border moved › not authentic', async () => {
    const envelope = await sealEnvelope(entropy, keys, { ...context, userId: 'ab', walletId: 'c' })
    expect(await openEnvelope(envelope, keys, { ...context, userId: 'a', walletId: 'bc' })).toEqual(
      notAuthentic,
    )
  })

  test.each([0, 1, 44, 46])('%i bytes › malformed', async (length) => {
    const envelope = new Uint8Array(length).fill(1)
    expect(await openEnvelope(envelope, keys, context)).toEqual({ is: 'unreadable', reason: 'malformed' })
  })

  test.each([0, 2, 255])('version %i › unknown', async (version) => {
    const envelope = await sealEnvelope(entropy, keys, context)
    envelope[0] = version
    expect(await openEnvelope(envelope, keys, context)).toEqual({
      is: 'unreadable',
      reason: 'unknown-version',
    })
  })
})

describe('envelope › factors', () => {
  test('device factor › sealed and opened › same entropy', async () => {
    const deviceKeys = { factor: await createDeviceFactor(), serverKey }
    const envelope = await sealEnvelope(entropy, deviceKeys, context)
    expect(await openEnvelope(envelope, deviceKeys, context)).toEqual(opened)
    const otherKeys = { factor: await createDeviceFactor(), serverKey }
    expect(await openEnvelope(envelope, otherKeys, context)).toEqual(notAuthentic)
  })

  test('device factor › exported › rejected', async () => {
    const device = await createDeviceFactor()
    expect(device.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', device)).rejects.toThrow()
  })

  test('same factor as bytes and as CryptoKey › open the same envelope', async () => {
    const envelope = await sealEnvelope(entropy, keys, context)
    const keyed = { factor: await hkdfKey(['deriveKey']), serverKey }
    expect(await openEnvelope(envelope, keyed, context)).toEqual(opened)
  })

  test('CryptoKey without deriveKey, or of another algorithm › rejected', async () => {
    const bitsOnly = await hkdfKey(['deriveBits'])
    const aes = await crypto.subtle.importKey('raw', factor, 'AES-GCM', false, ['encrypt', 'decrypt'])
    const password = await crypto.subtle.importKey('raw', factor, 'PBKDF2', false, ['deriveKey'])
    const rejected = new RangeError('The key of a factor must be for HKDF, with the usage deriveKey')
    for (const wrong of [bitsOnly, aes, password])
      await expect(sealEnvelope(entropy, { factor: wrong, serverKey }, context)).rejects.toThrow(rejected)
  })

  test('key of an envelope › no script can export it', async () => {
    const derivations = vi.spyOn(crypto.subtle, 'deriveKey')
    await sealEnvelope(entropy, keys, context)
    const [derived] = await Promise.all(derivations.mock.results.map(({ value }) => value))
    expect(derived).toMatchObject({ extractable: false })
    vi.restoreAllMocks()
  })

  test.each([
    new TypeError('not available'),
    new DOMException('not available', 'NotSupportedError'),
    Object.assign(new Error('not of the browser'), { name: 'OperationError' }),
  ])('%s while it decrypts › thrown, not taken for a wrong key', async (error) => {
    const envelope = await sealEnvelope(entropy, keys, context)
    vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValueOnce(error)
    await expect(openEnvelope(envelope, keys, context)).rejects.toBe(error)
    vi.restoreAllMocks()
  })
})

describe('envelope › arguments', () => {
  const envelope = new Uint8Array(45).fill(1)
  const unknownKind: unknown = 'cloud'
  const shortFactor = 'A factor must be at least 16 bytes'
  const otherLength = 'A server key must be 32 bytes'
  const invalid: readonly (readonly [string, EnvelopeKeys, EnvelopeContext, string])[] = [
    ['factor of 15 bytes', { ...keys, factor: factor.subarray(0, 15) }, context, shortFactor],
    ['no factor', { ...keys, factor: new Uint8Array() }, context, shortFactor],
    ['server key of 31 bytes', { ...keys, serverKey: serverKey.subarray(0, 31) }, context, otherLength],
    [
      'server key with a zero byte more',
      { ...keys, serverKey: new Uint8Array(33).fill(2, 0, 32) },
      context,
      otherLength,
    ],
    ['empty user id', keys, { ...context, userId: '' }, ''],
    ['empty wallet id', keys, { ...context, walletId: '' }, ''],
    ['user id with a space', keys, { ...context, userId: 'user 1' }, ''],
    ['wallet id with half a surrogate pair', keys, { ...context, walletId: '\ud800' }, ''],
    ['user id of 129 characters', keys, { ...context, userId: 'a'.repeat(129) }, ''],
    // The type forbids it; a caller in JavaScript can pass it.
    ['unknown kind', keys, Object.assign({ ...context }, { kind: unknownKind }), 'Unknown kind of envelope'],
  ]

  test.each(invalid)('%s › sealed and opened › throws', async (_, wrongKeys, wrongContext, message) => {
    for (const rejected of [
      sealEnvelope(entropy, wrongKeys, wrongContext),
      openEnvelope(envelope, wrongKeys, wrongContext),
    ])
      await expect(rejected).rejects.toThrow(
        expect.objectContaining({ name: 'RangeError', message: expect.stringContaining(message) }),
      )
  })

  test.each([0, 15, 17, 32])('entropy of %i bytes › sealed › throws', async (length) => {
    await expect(sealEnvelope(new Uint8Array(length), keys, context)).rejects.toThrow(RangeError)
  })

  test('sealed and opened › arguments › unchanged', async () => {
    const before = hexText(factor) + hexText(serverKey) + hexText(entropy)
    const sealed = await sealEnvelope(entropy, keys, context)
    const text = hexText(sealed)
    await openEnvelope(sealed, keys, context)
    expect(hexText(factor) + hexText(serverKey) + hexText(entropy)).toBe(before)
    expect(hexText(sealed)).toBe(text)
  })
})
