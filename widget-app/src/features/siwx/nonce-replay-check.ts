import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'

/** Minimum entropy of a nonce, so that it can be neither guessed nor repeated by chance (channel T23). */
const minBits = 96

const alphabetSize = 62
/** Sizes of smaller alphabets that a nonce visibly uses. */
const smallAlphabets: readonly (readonly [pattern: RegExp, count: number])[] = [
  [/^\d+$/, 10],
  [/^(?:[\da-f]+|[\dA-F]+)$/, 16],
]

/** Maximum entropy of a nonce of letters and digits, in bits. */
export function nonceBits(nonce: string): number {
  const [, count = alphabetSize] = smallAlphabets.find(([pattern]) => pattern.test(nonce)) ?? []
  return nonce.length * Math.log2(count)
}

/** Nonces that were signed. */
export type UsedNonces = { has(nonce: string): boolean; add(nonce: string): unknown }

const invalidNonce = (text: string) =>
  new WidgetError('siwx/invalid-message', text, { data: { fields: ['nonce'] } })

/**
 * An adapter whose nonces are strong and new, whatever their source: `nonce` rejects with WidgetError `siwx/invalid-message`
 * for fewer than 96 bits and for a nonce that was signed before.
 */
export const withNonceReplayCheck = (
  adapter: AuthenticationAdapter,
  usedNonces: UsedNonces,
): AuthenticationAdapter => ({
  ...adapter,
  nonce: async (account) => {
    const nonce = await adapter.nonce(account)
    if (nonceBits(nonce) < minBits) throw invalidNonce('The nonce has less than 96 bits')
    if (usedNonces.has(nonce)) throw invalidNonce('The nonce was used before')
    return nonce
  },
  add: (session) => {
    usedNonces.add(session.data.nonce)
    return adapter.add(session)
  },
})
