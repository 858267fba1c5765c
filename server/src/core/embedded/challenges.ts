import type { Clock } from '../../ports/clock.ts'
import { type SecretBox, SecretBoxError } from '../../ports/secret-box.ts'
import type { CounterStore } from '../../ports/stores/counters.ts'

/** A challenge is accepted for this long. */
const challengeLifetimeMs = 300_000
const challengeContext = 'passkey-challenge'

type ChallengePorts = {
  readonly counters: Pick<CounterStore, 'claim'>
  readonly secrets: SecretBox
  readonly clock: Clock
}

/** What a ceremony is for. A response for one is none for another. */
export type CeremonyPurpose = 'register' | 'assert' | 'log-in' | 'sign-up' | 'wallet'

export type Ceremony = {
  readonly purpose: CeremonyPurpose
  /** Whose passkey it is; empty in a login. */
  readonly userId: string
  /** Of the key of the calls that begin and end it. */
  readonly keyThumbprint: string
}

/**
 * Challenges of WebAuthn ceremonies and wallet proofs: the ceremony and the server's time, encrypted. So a challenge needs no
 * row until it is used, and one that is used is claimed.
 */
export function createChallenges({ counters, secrets, clock }: ChallengePorts) {
  return {
    create: ({ purpose, userId, keyThumbprint }: Ceremony): string =>
      secrets.seal([String(clock()), purpose, keyThumbprint, userId].join(' '), challengeContext),
    /**
     * The user of the ceremony that a challenge began; undefined unless it is of this server, for this purpose, key and user,
     * recent and unused. Without a user, for any.
     */
    consume: async (
      challenge: string,
      expected: Omit<Ceremony, 'userId'> & Partial<Ceremony>,
    ): Promise<string | undefined> => {
      const text = openOrUndefined(secrets, challenge)
      const [time = '', statedPurpose, statedKey, userId] = text?.split(' ') ?? []
      if (userId === undefined || statedPurpose !== expected.purpose) return undefined
      // One browser may be a device of several users.
      if (statedKey !== expected.keyThumbprint || userId !== (expected.userId ?? userId)) return undefined
      const expiresAtMs = Number(time) + challengeLifetimeMs
      if (expiresAtMs <= clock()) return undefined
      return (await counters.claim(`challenge ${challenge}`, expiresAtMs)) ? userId : undefined
    },
  }
}

function openOrUndefined(secrets: SecretBox, sealed: string): string | undefined {
  try {
    return secrets.open(sealed, challengeContext)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}
