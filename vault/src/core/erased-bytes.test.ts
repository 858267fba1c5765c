import { afterEach, describe, expect, test, vi } from 'vitest'
import { sealEnvelope } from './envelope.ts'
import { createDeviceFactor } from './sealed-bytes.ts'
import { deriveMiniSecret, deriveSeed } from './seed.ts'

const { subtle } = crypto

afterEach(() => {
  vi.restoreAllMocks()
})

/** Byte arrays that the operation passed to WebCrypto as a secret key or as plaintext, as they are after it. */
async function secretsOf(operation: () => Promise<unknown>): Promise<readonly unknown[]> {
  const imports = vi.spyOn(subtle, 'importKey')
  const encryptions = vi.spyOn(subtle, 'encrypt')
  await operation()
  return [
    ...imports.mock.calls.map(([, bytes]) => bytes),
    ...encryptions.mock.calls.map(([, , bytes]) => bytes),
  ]
}

describe('intermediate secrets', () => {
  const entropy = new Uint8Array(16).fill(7)
  const keys = { factor: new Uint8Array(32).fill(8), serverKey: new Uint8Array(32).fill(9) }

  test.each([
    ['seed', () => deriveSeed(entropy), 1],
    ['mini secret', () => deriveMiniSecret(entropy), 1],
    ['device factor', createDeviceFactor, 1],
    ['envelope', () => sealEnvelope(entropy, keys, { userId: 'u', walletId: 'w', kind: 'device' }), 2],
  ] as const)('%s derived › their bytes › zeros', async (_, operation, count) => {
    const secrets = await secretsOf(operation)
    expect(secrets).toHaveLength(count)
    for (const secret of secrets)
      expect(secret instanceof Uint8Array && secret.every((byte) => byte === 0)).toBe(true)
  })
})
