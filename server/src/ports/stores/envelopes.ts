import type { EmbeddedAccounts, EnvelopeKind } from '../../../../shared/api/embedded-account.ts'
import type { AuditEvent } from './embedded-users.ts'
import type { SealedKeyStore } from './sealed-keys.ts'

/** An encrypted factor in base64url, and the id of the public key that it is encrypted to. */
export type SealedFactor = { readonly keyId: string; readonly sealed: string }

/** One way to open a wallet's keys. The server has its own part of the key, and never the keys of the wallet. */
export type StoredEnvelope = {
  readonly id: string
  readonly userId: string
  readonly kind: EnvelopeKind
  /** The device of a `device` envelope. */
  readonly deviceId: string | undefined
  /** The passkey of a `passkey` envelope. */
  readonly passkeyId: string | undefined
  /** The server's part of the key, encrypted under a key of the operator (`SecretBox`). */
  readonly sealedKey: string
  /** The sealed envelope; undefined for `device`, and before it is completed. */
  readonly sealed: string | undefined
  /** The factor of a complete `assisted` envelope, encrypted to the operator's offline key. */
  readonly factor: SealedFactor | undefined
  readonly createdAtMs: number
  readonly isComplete: boolean
}

/** `unknown`: absent, revoked, or completed with another content; `other-accounts`: the wallet has other accounts. */
export type CompletionResult = 'completed' | 'unknown' | 'other-accounts'

export type EnvelopeStore = SealedKeyStore & {
  readonly add: (
    envelope: Omit<StoredEnvelope, 'sealed' | 'factor' | 'isComplete'>,
    audit: AuditEvent,
  ) => Promise<void>
  /** Envelopes of a user that are not revoked, oldest first. */
  readonly list: (userId: string) => Promise<readonly StoredEnvelope[]>
  /** Undefined if it is revoked or belongs to another user. */
  readonly find: (userId: string, id: string) => Promise<StoredEnvelope | undefined>
  /** As `find`, and records that its key was released. One transaction. */
  readonly release: (userId: string, id: string, audit: AuditEvent) => Promise<StoredEnvelope | undefined>
  /**
   * Completes an envelope, and states the wallet's accounts if it has none. The same completion may be repeated. One
   * transaction: two first envelopes with different accounts never both complete.
   */
  readonly complete: (
    envelope: Pick<StoredEnvelope, 'userId' | 'id' | 'sealed'> & Partial<Pick<StoredEnvelope, 'factor'>>,
    accounts: EmbeddedAccounts,
    audit: AuditEvent,
  ) => Promise<CompletionResult>
  /** Deletes the key, and the request that waits for it; false if the envelope is absent or revoked. One transaction. */
  readonly revoke: (userId: string, id: string, audit: AuditEvent) => Promise<boolean>
}
