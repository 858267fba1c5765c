import type { EmbeddedAccounts, IdentityProvider } from '../../../../shared/api/embedded-account.ts'

/** What a user logs in with: `subject` is the provider's constant id of the user. */
export type EmbeddedIdentity = {
  readonly provider: IdentityProvider
  readonly subject: string
  /** E-mail address or user name that is displayed. */
  readonly name: string
}

/** A user, who has one wallet. */
export type EmbeddedUser = {
  readonly id: string
  readonly walletId: string
  /** Undefined until the vault has created the wallet's keys. */
  readonly accounts: EmbeddedAccounts | undefined
  readonly createdAtMs: number
}

/** A browser's P-256 key, by its RFC 7638 thumbprint: the widget's on one site, or the vault's. */
export type EmbeddedDevice = {
  readonly id: string
  readonly userId: string
  readonly keyThumbprint: string
  readonly kind: 'frame' | 'vault'
  /** Origin of the embedding page; undefined for a vault. */
  readonly site: string | undefined
  /** Of a frame: id of the vault that a ticket has connected it with last. That device may be revoked or deleted. */
  readonly vaultId: string | undefined
  readonly name: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
}

/** A session, which only its device's key can use. */
export type EmbeddedSession = {
  readonly tokenHash: string
  readonly user: EmbeddedUser
  readonly device: EmbeddedDevice
  readonly proof: UserProof
  /** When the session ends, however much it is used. */
  readonly absoluteExpiresAtMs: number
}

/** The session whose user changes what logs in. It stays, and sessions that another login opened end. */
export type ChangingSession = Pick<EmbeddedSession, 'tokenHash' | 'absoluteExpiresAtMs'> & {
  readonly user: Pick<EmbeddedUser, 'id'>
}

/** How a session's user was last proved. */
export type UserProof = {
  /** When, by a code or a passkey. */
  readonly steppedUpAtMs: number | undefined
  /** When by a passkey, and by which. */
  readonly assertion: { readonly atMs: number; readonly passkeyId: string } | undefined
  /** When by the wallet's keys. */
  readonly walletProvedAtMs: number | undefined
}

/** When a session ends: at the earlier time, the first of which each use postpones. */
export type SessionEnd = { readonly expiresAtMs: number; readonly absoluteExpiresAtMs: number }

/** What the log of a user records. */
export const auditEventNames = [
  'login',
  'vault-opened',
  'signed-out',
  'stepped-up',
  'wallet-proved',
  'device-revoked',
  'envelope-created',
  'envelope-completed',
  'envelope-key-released',
  'envelope-revoked',
  'passkey-added',
  'passkey-asserted',
  'passkey-removed',
  'email-changed',
  'identity-linked',
  'identity-removed',
  'recovery-requested',
  'recovery-cancelled',
  'recovery-exported',
  'recovery-answered',
  'recovery-completed',
  'deletion-requested',
  'deletion-cancelled',
  'spending-limit-set',
  'spending-claimed',
  'spending-limit-revoked',
  'user-deleted',
] as const
export type AuditEventName = (typeof auditEventNames)[number]

/** An event for the user's own list and the operator; it contains no secret and no code. */
export type AuditEvent = {
  readonly id: string
  readonly event: AuditEventName
  readonly atMs: number
  /** Key of the client's network (`clientKey`). */
  readonly client: string
  /** Id of a device, envelope or spending limit, or name of an identity provider. */
  readonly subject: string
  readonly expiresAtMs: number
}

/** A device that opens a session. `id` is used unless the user has a device with this key. */
export type NewSession = {
  readonly device: Omit<EmbeddedDevice, 'userId' | 'vaultId' | 'createdAtMs' | 'lastUsedAtMs'>
  readonly tokenHash: string
  readonly proof: UserProof
  readonly end: SessionEnd
  readonly nowMs: number
}

/** How a session opens. `isByTicket`: by a ticket, which the device `issuerId` issued; a server of a former version stated none. */
export type SessionOpening = { readonly isByTicket: boolean; readonly issuerId?: string | undefined }

export type EmbeddedDeviceStore = {
  /** Whether this key is a device, not revoked, of the identity's user. */
  readonly isKnownDevice: (
    identity: Pick<EmbeddedIdentity, 'provider' | 'subject'>,
    keyThumbprint: string,
  ) => Promise<boolean>
  /** Whether a session of this key adds no device: the user has one with this key, which may be revoked. */
  readonly hasDevice: (userId: string, keyThumbprint: string) => Promise<boolean>
  /** At most `listedDevices` that are not revoked, the last used first. */
  readonly devices: (userId: string) => Promise<readonly EmbeddedDevice[]>
  /**
   * Ends the sessions of a device, those of vaults that it has opened, and the recovery that it asked for, and deletes the keys of its
   * envelopes; false if there is none. Ends the spending limits that it has set, and those of the user on its site. One transaction.
   */
  readonly revokeDevice: (userId: string, deviceId: string, audit: AuditEvent) => Promise<boolean>
  /** Those of the users who were deleted within the retention of the log, and had a vault with this key. */
  readonly deletedUsers: (keyThumbprint: string, userIds: readonly string[]) => Promise<readonly string[]>
  /** Those of the envelopes of devices with this key whose server key was deleted. */
  readonly revokedEnvelopes: (
    keyThumbprint: string,
    envelopeIds: readonly string[],
  ) => Promise<readonly string[]>
}

export type EmbeddedUserStore = EmbeddedDeviceStore & {
  /**
   * Opens a session of the identity's user, and creates the user if there is none: concurrent first logins create one. A
   * known identity gets the name that this login states. A device that was revoked can log in again, without its former envelopes. One transaction.
   */
  readonly logIn: (
    identity: EmbeddedIdentity,
    newUser: Pick<EmbeddedUser, 'id' | 'walletId'>,
    session: NewSession,
    audit: AuditEvent,
  ) => Promise<{ readonly user: EmbeddedUser; readonly isNew: boolean }>
  /**
   * Opens a session of a known user; undefined if there is no such user. By a ticket: also undefined unless the login that the ticket
   * belongs to, by its absolute end, has a session of the device that issued it still. One transaction.
   */
  readonly openSession: (
    userId: string,
    session: NewSession,
    opening: SessionOpening,
    audit: AuditEvent,
  ) => Promise<EmbeddedUser | undefined>
  /** The session, if the key is that of its device, and neither is revoked or expired. */
  readonly findSession: (
    tokenHash: string,
    keyThumbprint: string,
    nowMs: number,
  ) => Promise<EmbeddedSession | undefined>
  /** Postpones the end of a session to `expiresAtMs`, never past its absolute end; records the use of its device. */
  readonly recordUse: (session: EmbeddedSession, expiresAtMs: number, nowMs: number) => Promise<void>
  readonly stepUp: (session: EmbeddedSession, audit: AuditEvent) => Promise<void>
  /** Records that the session has the wallet's keys, and cancels a request for a deletion without them. One transaction. */
  readonly recordWalletProof: (session: EmbeddedSession, audit: AuditEvent) => Promise<void>
  /**
   * Ends a session. Unless `keepsSpendingLimits` also the user's spending limits on its site and, if it is of a frame, the sessions of
   * vaults that its device has opened in this login or earlier. One transaction.
   */
  readonly signOut: (
    session: EmbeddedSession,
    options: { readonly keepsSpendingLimits: boolean },
    audit: AuditEvent,
  ) => Promise<void>
  /**
   * Deletes a user and all that refers to the user, except for audit events: also purposes of codes and attempts, and counters,
   * whose last word is the user's id. One transaction.
   */
  readonly deleteUser: (userId: string, audit: AuditEvent) => Promise<void>
}
