import type { AuditEvent } from './embedded-users.ts'
import type { SealedKeyStore } from './sealed-keys.ts'

/** What the vault's frame on one site may sign payments for. Amounts are in base units of the asset. */
export type StoredSpendingLimit = {
  readonly id: string
  readonly userId: string
  /** The vault's device that has set it. */
  readonly deviceId: string
  /** Origin of the site that embeds the frame. */
  readonly site: string
  /** Of the frame's key (RFC 7638). */
  readonly keyThumbprint: string
  /** As CAIP-19. */
  readonly asset: string
  readonly maximum: bigint
  readonly claimed: bigint
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

export type NewSpendingLimit = Omit<StoredSpendingLimit, 'claimed'> & {
  /** The server key of its envelope, encrypted under a key of the operator (`SecretBox`). */
  readonly sealedKey: string
}

/** A claim by the frame's key. */
export type SpendingClaim = Pick<StoredSpendingLimit, 'id' | 'keyThumbprint'> & {
  readonly claimId: string
  readonly amount: bigint
}

/** `other-amount`: the latest claim has this id and another amount; `exceeded`: more than is left; `unknown`: as of `find`. */
export type ClaimResult =
  | { readonly is: 'claimed'; readonly sealedKey: string; readonly claimed: bigint }
  | { readonly is: 'exceeded' | 'other-amount' | 'unknown' }

export type SpendingLimitStore = SealedKeyStore & {
  /**
   * Adds a limit in place of the user's one of the same key and asset. One transaction.
   * @param max number of limits of a user that have not expired; several that are added at the same time may exceed it.
   * @returns `full`: the user has so many others; `revoked`: the device was revoked meanwhile.
   */
  readonly add: (
    limit: NewSpendingLimit,
    max: number,
    audit: AuditEvent,
  ) => Promise<'added' | 'full' | 'revoked'>
  /** Limits of a user that have not expired, oldest first, with the names of the devices that have set them. */
  readonly list: (
    userId: string,
    nowMs: number,
  ) => Promise<readonly (StoredSpendingLimit & { readonly deviceName: string })[]>
  /** Undefined if it is revoked, expired, or of another key. */
  readonly find: (
    id: string,
    keyThumbprint: string,
    nowMs: number,
  ) => Promise<StoredSpendingLimit | undefined>
  /**
   * Adds an amount to what is claimed, and returns the key of the envelope. The latest claim may be repeated: it counts once, and is in the
   * log once. One transaction: claims at the same time never exceed the limit together.
   */
  readonly claim: (claim: SpendingClaim, nowMs: number, audit: AuditEvent) => Promise<ClaimResult>
  /** Deletes a limit with its key; false if there is none. One transaction. */
  readonly revoke: (userId: string, id: string, audit: AuditEvent) => Promise<boolean>
}
