import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'

/** What a nonce must hold, so that nobody guesses it and none comes twice by chance (channel T23). */
const leastBits = 96

const letters = 62
/** Letters a nonce is drawn from, where it shows that they are few. */
const fewLetters: readonly (readonly [pattern: RegExp, count: number])[] = [
  [/^\d+$/, 10],
  [/^(?:[\da-f]+|[\dA-F]+)$/, 16],
]

/** How many bits a nonce of letters and digits can hold. */
export function nonceBits(nonce: string): number {
  const [, count = letters] = fewLetters.find(([pattern]) => pattern.test(nonce)) ?? []
  return nonce.length * Math.log2(count)
}

/** Nonces that a signature was made for. */
export type UsedNonces = { has(nonce: string): boolean; add(nonce: string): unknown }

const refused = (text: string) =>
  new WidgetError('siwx/invalid-message', text, { data: { fields: ['nonce'] } })

/**
 * A keeper whose nonces are good enough and new, whoever gives them: `nonce` rejects with WidgetError
 * `siwx/invalid-message` for one of less than 96 bits and for one that was signed before.
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
