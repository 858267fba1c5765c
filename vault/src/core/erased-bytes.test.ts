import { afterEach, describe, expect, test, vi } from 'vitest'
import { sealEnvelope } from './envelope.ts'
import { createDeviceFactor } from './sealed-bytes.ts'
import { deriveMiniSecret, deriveSeed } from './seed.ts'

const { subtle } = crypto

afterEach(() => {
  vi.restoreAllMocks()
})

const watchWebCrypto = () => ({
  imports: vi.spyOn(subtle, 'importKey'),
  encryptions: vi.spyOn(subtle, 'encrypt'),
})

/** Byte arrays that were passed to WebCrypto as a secret key or as plaintext, as they are now. */
const secretsOf = ({ imports, encryptions }: ReturnType<typeof watchWebCrypto>): readonly unknown[] => [
  ...imports.mock.calls.map(([, bytes]) => bytes),
  ...encryptions.mock.calls.map(([, , bytes]) => bytes),
]

const isErased = (secret: unknown) => secret instanceof Uint8Array && secret.every((byte) => byte === 0)

describe('intermediate secrets', () => {
  const entropy = new Uint8Array(16).fill(7)
  const keys = { factor: new Uint8Array(32).fill(8), serverKey: new Uint8Array(32).fill(9) }
  const seal = () => sealEnvelope(entropy, keys, { userId: 'u', walletId: 'w', kind: 'device' })
  const operations = [
    ['seed', () => deriveSeed(entropy), 1],
    ['mini secret', () => deriveMiniSecret(entropy), 1],
    ['device factor', createDeviceFactor, 1],
    ['envelope', seal, 2],
  ] as const

  test.each(operations)('%s derived › their bytes › zeros', async (_, operation, count) => {
    const calls = watchWebCrypto()
    await operation()
    const secrets = secretsOf(calls)
    expect(secrets).toHaveLength(count)
    expect(secrets.every(isErased)).toBe(true)
  })

  const refusal = new DOMException('No memory', 'OperationError')

  test.each(operations)('%s, key not imported › their bytes › zeros', async (_, operation) => {
    const calls = watchWebCrypto()
    calls.imports.mockRejectedValue(refusal)
    await expect(operation()).rejects.toBe(refusal)
    const secrets = secretsOf(calls)
    expect(secrets).toHaveLength(1)
    expect(secrets.every(isErased)).toBe(true)
  })

  test('envelope, plaintext not encrypted › its bytes › zeros', async () => {
    const calls = watchWebCrypto()
    calls.encryptions.mockRejectedValue(refusal)
    await expect(seal()).rejects.toBe(refusal)
    const secrets = secretsOf(calls)
    expect(secrets).toHaveLength(2)
    expect(secrets.every(isErased)).toBe(true)
  })
})
