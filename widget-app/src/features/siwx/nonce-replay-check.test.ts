import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'
import { nonceBits, withNonceReplayCheck } from './nonce-replay-check.ts'

const chain = parseChainId('eip155:1')
const address = `0x${'1'.repeat(40)}`

/** An adapter that returns these nonces in order, and accepts a session only if `holds`. */
function createAdapter(nonces: readonly string[], isValid = true) {
  let count = 0
  const inner: AuthenticationAdapter = {
    nonce: async () => {
      count += 1
      return nonces[count - 1] ?? ''
    },
    add: () => (isValid ? Promise.resolve() : Promise.reject(new Error('It does not hold'))),
    sessions: async () => [],
    revoke: async () => {},
  }
  return withNonceReplayCheck(inner, new Set<string>())
}
const sessionOf = (nonce: string): SignInSession => ({
  data: {
    accountAddress: address,
    chainId: chain,
    domain: 'shop.example',
    uri: 'https://shop.example',
    version: '1',
    nonce,
    issuedAt: '2026-01-02T03:04:05.678Z',
  },
  message: '',
  signature: '0x01',
})
const invalidNonce = (message: string) => ({
  code: 'siwx/invalid-message',
  message,
  data: { fields: ['nonce'] },
})

describe('nonces', () => {
  it.each([
    ['0'.repeat(29), true],
    ['0'.repeat(28), false],
    ['a1'.repeat(12), true],
    [`${'a1'.repeat(11)}f`, false],
    [`${'A1'.repeat(11)}F`, false],
    [`Z${'a1'.repeat(8)}`, true],
    [`Z${'a1'.repeat(7)}b`, false],
    ['12345678', false],
  ])('%s › has 96 bits: %s (test 42)', (nonce, isValid) => {
    expect(nonceBits(nonce) >= 96).toBe(isValid)
  })

  it('fewer than 96 bits › throws before the wallet is prompted (test 42)', async () => {
    await expect(createAdapter(['a1b2c3d4e5f60718']).nonce({ chain })).rejects.toMatchObject(
      invalidNonce('The nonce has less than 96 bits'),
    )
  })

  it('signed before, successfully or not › throws (test 42)', async () => {
    const nonce = 'f'.repeat(32)
    for (const isValid of [true, false]) {
      const adapter = createAdapter([nonce, nonce], isValid)
      await adapter.nonce({ chain })
      await adapter.add(sessionOf(nonce)).catch(() => {})
      await expect(adapter.nonce({ chain })).rejects.toMatchObject(invalidNonce('The nonce was used before'))
    }
  })

  it('returned before but never signed › is accepted again', async () => {
    const nonce = 'f'.repeat(32)
    const adapter = createAdapter([nonce, nonce])
    expect([await adapter.nonce({ chain }), await adapter.nonce({ chain })]).toEqual([nonce, nonce])
  })
})
