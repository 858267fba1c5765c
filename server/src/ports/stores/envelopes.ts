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
  /** The device of a `device` envelope; of an incomplete other one, the device that created it. */
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

/**
 * How many envelopes a user can have. Whether one is complete is proved by the wallet's keys, so that a login alone uses up none of these.
 */
export const envelopeLimits = {
  /** Incomplete ones of one kind that one device has created. */
  incompletePerDevice: 4,
  /** Complete ones that open on any device: fewer than an account lists. */
  complete: 32,
  /** Complete `device` envelopes of devices with a session. One of another device does not count, and stays until it is revoked. */
  completeOnDevices: 100,
} as const

/**
 * `unknown`: absent, revoked, or completed with another content; `other-accounts`: the wallet has other accounts; `full`: the user has
 * as many complete ones as `envelopeLimits` states.
 */
export type CompletionResult = 'completed' | 'unknown' | 'other-accounts' | 'full'

export type EnvelopeStore = SealedKeyStore & {
  /**
   * Adds an incomplete envelope. One above `incompletePerDevice` replaces the oldest of its device and kind. `full`: as of a completion.
   * One transaction.
   */
  readonly add: (
    envelope: Omit<StoredEnvelope, 'sealed' | 'factor' | 'isComplete'>,
    audit: AuditEvent,
  ) => Promise<'added' | 'full'>
  /**
   * At most `listedEnvelopes` of a user that are not revoked: complete ones first, of these those that open on any device first, then the
   * oldest first.
   */
  readonly list: (userId: string) => Promise<readonly StoredEnvelope[]>
  /** Undefined if it is revoked or belongs to another user. */
  readonly find: (userId: string, id: string) => Promise<StoredEnvelope | undefined>
  /** As `find`, and records that its key was released. One transaction. */
  readonly release: (userId: string, id: string, audit: AuditEvent) => Promise<StoredEnvelope | undefined>
  /**
   * Completes an envelope, and states the wallet's accounts if it has none. Cancels a request for a deletion without the wallet's keys,
   * which have signed the completion. The same completion may be repeated. One transaction: two first envelopes with different accounts never both complete, and no limit is exceeded.
   */
  readonly complete: (
    envelope: Pick<StoredEnvelope, 'userId' | 'id' | 'sealed'> & Partial<Pick<StoredEnvelope, 'factor'>>,
    accounts: EmbeddedAccounts,
    audit: AuditEvent,
  ) => Promise<CompletionResult>
  /** Deletes the key, and the request that waits for it; false if the envelope is absent or revoked. One transaction. */
  readonly revoke: (userId: string, id: string, audit: AuditEvent) => Promise<boolean>
}
