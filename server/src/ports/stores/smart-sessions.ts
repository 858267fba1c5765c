import type { GrantRequest, SmartSession } from '../../../../shared/api/smart-sessions.ts'

/** A smart session (ERC-7715) with the key of its cosigner. */
export type StoredSmartSession = {
  readonly projectKey: string
  /** CAIP-10, in lower case. */
  readonly account: string
  /** Once active, permissions and expiry are those of the grant. */
  readonly session: SmartSession
  /** As sent to the wallet: the first key is the cosigner's, the second the host's. */
  readonly requested: GrantRequest
  /** The cosigner's private key, encrypted (AES-256-GCM). */
  readonly sealedKey: string
  /** False until the wallet has granted it. */
  readonly isActive: boolean
}

/** A stored key of a cosigner, and the row that it belongs to. */
export type SealedKey = Pick<StoredSmartSession, 'projectKey' | 'sealedKey'> & { readonly pci: string }

export type SmartSessionStore = {
  readonly add: (session: StoredSmartSession) => Promise<void>
  readonly find: (projectKey: string, account: string, pci: string) => Promise<StoredSmartSession | undefined>
  /** Sessions of an account that were granted, revoked ones included, oldest first. */
  readonly listActive: (projectKey: string, account: string) => Promise<readonly SmartSession[]>
  /** False if it was already active or revoked. */
  readonly activate: (session: StoredSmartSession) => Promise<boolean>
  /** Keys whose sealed text does not begin with `prefix`, in row order; those after a row, if one is given. */
  readonly keysNotSealedWith: (
    prefix: string,
    after: Pick<SealedKey, 'projectKey' | 'pci'> | undefined,
    limit: number,
  ) => Promise<readonly SealedKey[]>
  /** Replaces the sealed text of a key. False if it differs from that of `former`. */
  readonly reseal: (former: SealedKey, sealedKey: string) => Promise<boolean>
  /** False if it was already revoked. */
  readonly revoke: (projectKey: string, pci: string, revokedAtSeconds: number) => Promise<boolean>
  /**
   * Adds to what a permission has spent in a period, unless the sum would exceed `allowance`. Atomic: concurrent calls never
   * exceed it together. @throws RangeError when the amount is below zero.
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
