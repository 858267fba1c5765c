import type { IdentityProvider } from '../../../../shared/api/embedded-account.ts'
import type { AuditEvent, EmbeddedIdentity } from './embedded-users.ts'

/** `taken`: the identity belongs to another user. */
export type SetIdentityResult = { readonly former: EmbeddedIdentity | undefined } | 'taken'

/** `unknown`: the user has none of this provider; `last`: there is no other identity and no passkey. */
export type RemoveIdentityResult = 'removed' | 'unknown' | 'last'

/** What users log in with, apart from passkeys. */
export type EmbeddedIdentityStore = {
  /** Oldest first. */
  readonly list: (userId: string) => Promise<readonly EmbeddedIdentity[]>
  /** Replaces the user's identity of the same provider, or adds it. One transaction. */
  readonly set: (userId: string, identity: EmbeddedIdentity, audit: AuditEvent) => Promise<SetIdentityResult>
  /** Deletes the user's identities of a provider. One transaction: of two removals at once, one stays. */
  readonly remove: (
    userId: string,
    provider: IdentityProvider,
    audit: AuditEvent,
  ) => Promise<RemoveIdentityResult>
}
