import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'

/** Minimum entropy of a nonce, so that it can be neither guessed nor repeated by chance (channel T23). */
const leastBits = 96

const letters = 62
/** Sizes of smaller alphabets that a nonce visibly uses. */
const fewLetters: readonly (readonly [pattern: RegExp, count: number])[] = [
  [/^\d+$/, 10],
  [/^(?:[\da-f]+|[\dA-F]+)$/, 16],
]

/** Maximum entropy of a nonce of letters and digits, in bits. */
export function nonceBits(nonce: string): number {
  const [, count = letters] = fewLetters.find(([pattern]) => pattern.test(nonce)) ?? []
  return nonce.length * Math.log2(count)
}

/** Nonces that were signed. */
export type UsedNonces = { has(nonce: string): boolean; add(nonce: string): unknown }

const refused = (text: string) =>
  new WidgetError('siwx/invalid-message', text, { data: { fields: ['nonce'] } })

/**
 * An adapter whose nonces are strong and new, whatever their source: `nonce` rejects with WidgetError `siwx/invalid-message`
 * for fewer than 96 bits and for a nonce that was signed before.
 */
export const withNonceReplayCheck = (
  keeper: AuthenticationAdapter,
  spent: UsedNonces,
): AuthenticationAdapter => ({
  ...keeper,
  nonce: async (account) => {
    const nonce = await keeper.nonce(account)
    if (nonceBits(nonce) < leastBits) throw refused('The nonce has less than 96 bits')
    if (spent.has(nonce)) throw refused('The nonce was used before')
    return nonce
  },
  add: (session) => {
    spent.add(session.data.nonce)
    return keeper.add(session)
  },
})
