import type { AuditEvent } from './embedded-users.ts'

/** A user's request that the operator helps to recover the wallet to a new device. */
export type StoredRecovery = {
  readonly id: string
  readonly userId: string
  /** The device that asked, its name, and its public key in base64url. */
  readonly deviceId: string
  readonly deviceName: string
  readonly publicKey: string
  /** The `assisted` envelope whose factor the operator opens. */
  readonly envelopeId: string
  readonly requestedAtMs: number
  /** When the operator may answer it at the earliest. */
  readonly opensAtMs: number
  readonly expiresAtMs: number
  /** The factor, encrypted to the device's key, in base64url; undefined until the operator has answered. */
  readonly answer: string | undefined
}

export type NewRecovery = Omit<StoredRecovery, 'answer'> & {
  /** Hash of the token in the link that cancels it. */
  readonly cancelHash: string
}

/** What the operator's offline machine needs of a request. Keys and texts are in base64url. */
export type DueRecovery = Pick<
  StoredRecovery,
  'id' | 'userId' | 'envelopeId' | 'deviceName' | 'publicKey' | 'requestedAtMs'
> & {
  readonly walletId: string
  /** The factor, encrypted to the operator's key with this id. */
  readonly keyId: string
  readonly factor: string
}

/** A request, by its user or by the token of its link. */
export type RecoveryOf = { readonly userId: string; readonly id: string } | { readonly cancelHash: string }

/** The operator's answer to a request. */
export type RecoveryAnswer = Pick<StoredRecovery, 'id' | 'publicKey'> & { readonly answer: string }

/** Requests for a recovery. One counts once it has begun, and until it expires. */
export type RecoveryStore = {
  /**
   * Adds a request, in place of one that has expired or never begun; false if the user has another one. One transaction: of two at once
   * one is added.
   */
  readonly add: (request: NewRecovery, nowMs: number) => Promise<boolean>
  /** Begins a request whose notice was sent; false if it was replaced or discarded meanwhile. One transaction. */
  readonly begin: (id: string, audit: AuditEvent) => Promise<boolean>
  /** Deletes a request that has not begun. */
  readonly discard: (id: string) => Promise<void>
  readonly find: (userId: string, nowMs: number) => Promise<StoredRecovery | undefined>
  readonly findByLink: (cancelHash: string, nowMs: number) => Promise<StoredRecovery | undefined>
  /** Deletes a request; false if it is over. One transaction. */
  readonly cancel: (request: RecoveryOf, audit: AuditEvent) => Promise<boolean>
  /** Deletes a request of a device, and revokes its envelope; false if it is over. One transaction. */
  readonly complete: (
    request: Pick<StoredRecovery, 'userId' | 'id' | 'deviceId'>,
    audit: AuditEvent,
  ) => Promise<boolean>
  /** Requests that may be answered now, and are not, oldest first; records that they were exported. One transaction. */
  readonly exportDue: (
    nowMs: number,
    auditOf: (request: DueRecovery) => AuditEvent,
  ) => Promise<readonly DueRecovery[]>
  /**
   * Stores answers. An answer may be stored again. One transaction.
   * @returns ids of requests that are not due: cancelled, expired, unknown, too early, of another device key, or answered otherwise.
   */
  readonly answer: (
    answers: readonly RecoveryAnswer[],
    nowMs: number,
    auditOf: (answer: RecoveryAnswer) => AuditEvent,
  ) => Promise<readonly string[]>
}
