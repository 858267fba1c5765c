import type { Passkey } from '../passkeys.ts'
import type {
  AuditEvent,
  ChangingSession,
  EmbeddedSession,
  EmbeddedUser,
  NewSession,
} from './embedded-users.ts'

/** A passkey of a user. */
export type StoredPasskey = Passkey & {
  readonly userId: string
  /** As the user's list shows it. */
  readonly name: string
  readonly createdAtMs: number
}

/** `taken`: the credential is registered; `full`: the user has as many as are allowed. */
export type AddPasskeyResult = 'added' | 'taken' | 'full'

/** `unknown`: the user has no such passkey; `last`: there is no other passkey and no identity. */
export type RemovePasskeyResult = 'removed' | 'unknown' | 'last'

export type PasskeyStore = {
  /** One transaction. */
  readonly add: (passkey: StoredPasskey, limit: number, audit: AuditEvent) => Promise<AddPasskeyResult>
  /** Creates a user with a passkey, and opens a session; undefined if the credential is registered. One transaction. */
  readonly signUp: (
    newUser: Pick<EmbeddedUser, 'id' | 'walletId'>,
    passkey: StoredPasskey,
    session: NewSession,
    audit: AuditEvent,
  ) => Promise<EmbeddedUser | undefined>
  readonly find: (id: string) => Promise<StoredPasskey | undefined>
  /** Oldest first. */
  readonly list: (userId: string) => Promise<readonly StoredPasskey[]>
  /**
   * Records an assertion: the new count, and in a session that the user was proved. False if the stored count has changed
   * since it was compared. One transaction.
   */
  readonly recordAssertion: (
    passkey: StoredPasskey,
    change: Pick<Passkey, 'signCount' | 'isBackedUp'>,
    session: EmbeddedSession | undefined,
    audit: AuditEvent,
  ) => Promise<boolean>
  /**
   * Deletes a passkey and the key of its envelope, and ends the user's sessions of other logins, the tickets and the spending limits.
   * One transaction.
   */
  readonly remove: (session: ChangingSession, id: string, audit: AuditEvent) => Promise<RemovePasskeyResult>
}
