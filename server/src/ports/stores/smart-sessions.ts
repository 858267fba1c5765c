import type { GrantRequest, SmartSession } from '../../../../shared/api/sessions.ts'

/** A smart session (ERC-7715) with the key that co-signs for it. */
export type StoredSmartSession = {
  readonly projectKey: string
  /** CAIP-10, in lower case. */
  readonly account: string
  /** Permissions and expiry are those of the grant once it is active. */
  readonly session: SmartSession
  /** As the wallet gets it: the first key is the co-signer's, the second that of the site. */
  readonly requested: GrantRequest
  /** The private key of the co-signer, encrypted (AES-256-GCM). */
  readonly sealedKey: string
  /** False until the wallet has granted it. */
  readonly isActive: boolean
}

/** A stored key of a co-signer, and the row that it belongs to. */
export type SealedKey = Pick<StoredSmartSession, 'projectKey' | 'sealedKey'> & { readonly pci: string }

export type SmartSessionStore = {
  readonly add: (session: StoredSmartSession) => Promise<void>
  readonly find: (projectKey: string, account: string, pci: string) => Promise<StoredSmartSession | undefined>
  /** Sessions of an account that were granted, revoked ones included, oldest first. */
  readonly listActive: (projectKey: string, account: string) => Promise<readonly SmartSession[]>
  /** False when it was active or revoked before. */
  readonly activate: (session: StoredSmartSession) => Promise<boolean>
  /** Keys whose sealed text begins otherwise than with `prefix`, in the order of their rows; those after a row, if one is given. */
  readonly keysSealedOtherwise: (
    prefix: string,
    after: Pick<SealedKey, 'projectKey' | 'pci'> | undefined,
    limit: number,
  ) => Promise<readonly SealedKey[]>
  /** Replaces the sealed text of a key. False when it is no longer that of `former`. */
  readonly reseal: (former: SealedKey, sealedKey: string) => Promise<boolean>
  /** False when it was revoked before. */
  readonly revoke: (projectKey: string, pci: string, revokedAtSeconds: number) => Promise<boolean>
  /**
   * Adds to what a permission has spent in a period, unless the sum would exceed `allowance`. Atomic: parallel calls
   * never exceed it together. @throws RangeError when the amount is below zero.
   */
  readonly spend: (
    spending: {
      readonly projectKey: string
      readonly pci: string
      /** Index of the permission in the active session. */
      readonly permission: number
      /** Number of the period since the start. */
      readonly period: number
    },
    /** Base units. */
    amount: bigint,
    allowance: bigint,
  ) => Promise<boolean>
}
