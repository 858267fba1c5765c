import { expect, test } from 'vitest'
import {
  type Authenticator,
  createCredential,
  PasskeyCancelledError,
  readCredential,
} from './authenticator.ts'

test('prf input › each ceremony › the bytes by which stored envelopes were sealed', async () => {
  const extensions: unknown[] = []
  const cancelled = new DOMException('cancelled', 'NotAllowedError')
  const authenticator: Authenticator = {
    create: async (options) => {
      extensions.push(options?.publicKey?.extensions)
      throw cancelled
    },
    get: async (options) => {
      extensions.push(options?.publicKey?.extensions)
      throw cancelled
    },
    forget: async () => undefined,
  }
  const challenge = { challenge: 'AAAA', rpId: 'wallet.example', userId: 'AAAA', credentials: [] }
  await expect(createCredential(authenticator, challenge, 'Ada')).rejects.toThrow(PasskeyCancelledError)
  await expect(readCredential(authenticator, challenge)).rejects.toThrow(PasskeyCancelledError)
  // Another input gives other outputs: no passkey would open its envelope any more.
  const first = new Uint8Array(
    Buffer.from('6472617762726964676520656e76656c6f706520763120706173736b6579', 'hex'),
  )
  expect(extensions).toEqual([{ prf: { eval: { first } } }, { prf: { eval: { first } } }])
})
