import type { AuditEvent } from './embedded-users.ts'

/** A request to delete a user without the wallet's keys. */
export type StoredDeletion = {
  readonly id: string
  readonly userId: string
  /** Name of the device that asked. */
  readonly deviceName: string
  readonly requestedAtMs: number
  /** When it may be carried out at the earliest. */
  readonly opensAtMs: number
  readonly expiresAtMs: number
}

export type NewDeletion = StoredDeletion & {
  /** Hash of the token in the link that cancels it. */
  readonly cancelHash: string
}

/** A request, by its user or by the token of its link. */
export type DeletionOf = { readonly userId: string } | { readonly cancelHash: string }

/** Requests for a deletion without the wallet's keys. One counts once it has begun, and until it expires. */
export type DeletionStore = {
  /**
   * Adds a request, in place of one that has expired or never begun; false if the user has another one. One transaction: of two at once
   * one is added.
   */
  readonly add: (request: NewDeletion, nowMs: number) => Promise<boolean>
  /** Begins a request whose notice was sent; false if it was replaced, discarded or cancelled meanwhile. One transaction. */
  readonly begin: (id: string, audit: AuditEvent) => Promise<boolean>
  /** Deletes a request that has not begun. */
  readonly discard: (id: string) => Promise<void>
  readonly find: (userId: string, nowMs: number) => Promise<StoredDeletion | undefined>
  readonly findByLink: (cancelHash: string, nowMs: number) => Promise<StoredDeletion | undefined>
  /** Deletes a request; false if it is over at the time of the event. One transaction. */
  readonly cancel: (request: DeletionOf, audit: AuditEvent) => Promise<boolean>
  /**
   * Deletes the user of a request, as `EmbeddedUserStore.deleteUser`; false unless the request may be carried out at the time of the event.
   * One transaction: a cancellation at the same time either prevents it, or fails.
   */
  readonly carryOut: (userId: string, audit: AuditEvent) => Promise<boolean>
}
