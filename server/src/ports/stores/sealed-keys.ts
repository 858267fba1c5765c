/** An encrypted key, and the row that it belongs to. */
export type SealedRowKey = { readonly id: string; readonly sealedKey: string }

/** The encrypted keys of one table, whose rows have an id. */
export type SealedKeyStore = {
  /** Keys whose encrypted text does not begin with `prefix`, in row order; those after a row, if one is given. */
  readonly keysNotSealedWith: (
    prefix: string,
    after: SealedRowKey | undefined,
    limit: number,
  ) => Promise<readonly SealedRowKey[]>
  /** Replaces the encrypted text of a key. False if it differs from that of `former`. */
  readonly reseal: (former: SealedRowKey, sealedKey: string) => Promise<boolean>
}
