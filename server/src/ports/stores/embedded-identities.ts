import type { IdentityProvider } from '../../../../shared/api/embedded-account.ts'
import type { AuditEvent, ChangingSession, EmbeddedIdentity } from './embedded-users.ts'

/** `taken`: the identity belongs to another user. */
export type SetIdentityResult = { readonly former: EmbeddedIdentity | undefined } | 'taken'

/** `unknown`: the user has none of this provider; `last`: there is no other identity and no passkey. */
export type RemoveIdentityResult = 'removed' | 'unknown' | 'last'

/** What users log in with, apart from passkeys. */
export type EmbeddedIdentityStore = {
  /** Oldest first. */
  readonly list: (userId: string) => Promise<readonly EmbeddedIdentity[]>
  /**
   * Replaces the user's identity of the same provider, or adds it. If that removes an identity, every other session of the user, the
   * tickets and the spending limits end. One transaction.
   */
  readonly set: (
    session: ChangingSession,
    identity: EmbeddedIdentity,
    audit: AuditEvent,
  ) => Promise<SetIdentityResult>
  /**
   * Deletes the user's identities of a provider, and ends every other session of the user, the tickets and the spending limits. One
   * transaction: of two removals at once, one stays.
   */
  readonly remove: (
    session: ChangingSession,
    provider: IdentityProvider,
    audit: AuditEvent,
  ) => Promise<RemoveIdentityResult>
}
