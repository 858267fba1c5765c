import type { OAuthProviderId } from '../../../../shared/api/embedded-social.ts'

/**
 * `created`: no window has opened it. `started`: the window is at the provider. `returned`: the provider is asked who the user
 * is. `identified`: the user is asked to continue. `confirmed`: the frame may complete it. `completed`: it has.
 */
export const socialAttemptStates = [
  ...(['created', 'started', 'returned', 'identified', 'confirmed', 'completed'] as const),
  ...(['cancelled', 'failed'] as const),
] as const
export type SocialAttemptState = (typeof socialAttemptStates)[number]

/** Why an attempt has failed: see `getSocialAttempt`. */
export const socialFailures = ['rejected', 'unavailable', 'invalid'] as const
export type SocialFailure = (typeof socialFailures)[number]

/** A login with, or a link to, an account of a provider. */
export type SocialAttempt = {
  /** Hash of the id that the frame has. */
  readonly idHash: string
  /** Hash of the secret with which the window opens it. */
  readonly startHash: string
  readonly provider: OAuthProviderId
  /** RFC 7638 thumbprint of the frame's key, which alone can complete it. */
  readonly keyThumbprint: string
  /** Origin of the embedding page. */
  readonly site: string
  /** The user to whom the account is linked; undefined for a login. */
  readonly userId: string | undefined
  /** Two digits that the frame and the window show. */
  readonly number: string
  readonly state: SocialAttemptState
  /** Hash of the cookie of the browser that has opened it. */
  readonly browserHash: string | undefined
  /** Hash of the OAuth `state`, which belongs to this attempt only. */
  readonly stateHash: string | undefined
  /** `state`, PKCE verifier and nonce, encrypted. */
  readonly sealed: string | undefined
  /** The account, once the provider has stated it. */
  readonly account: { readonly subject: string; readonly name: string } | undefined
  readonly failure: SocialFailure | undefined
  readonly expiresAtMs: number
}

type NewAttempt = Pick<
  SocialAttempt,
  'idHash' | 'startHash' | 'provider' | 'keyThumbprint' | 'site' | 'userId' | 'number' | 'expiresAtMs'
>

/** One attempt, by a secret, and what else has to be equal. */
export type SocialAttemptKey = (
  | Pick<SocialAttempt, 'idHash'>
  | Pick<SocialAttempt, 'startHash'>
  | { readonly stateHash: string }
) &
  Partial<Pick<SocialAttempt, 'provider' | 'keyThumbprint' | 'state'>> & { readonly browserHash?: string }

export type SocialAttemptChange = Pick<SocialAttempt, 'state'> &
  Partial<Pick<SocialAttempt, 'browserHash' | 'stateHash' | 'sealed' | 'account' | 'failure'>>

export type SocialAttemptStore = {
  /** False if there is an attempt with the same start secret. */
  readonly add: (attempt: NewAttempt) => Promise<boolean>
  /** Undefined also after it has expired. */
  readonly find: (key: SocialAttemptKey, nowMs: number) => Promise<SocialAttempt | undefined>
  /**
   * Changes the attempt that has all of these values, and returns it. One statement: of several callers that state the same
   * former `state` exactly one gets it. Undefined also after it has expired.
   */
  readonly change: (
    key: SocialAttemptKey & Pick<SocialAttempt, 'state'>,
    change: SocialAttemptChange,
    nowMs: number,
  ) => Promise<SocialAttempt | undefined>
}
