/** An e-mail address that the user of an embedded wallet shares with one site, for one sign-in. */
export type SharedEmail = {
  /** Hash of the token of the sign-in's nonce. */
  readonly nonceHash: string
  readonly projectKey: string
  readonly userId: string
  /** The account that signs in: CAIP-10, in the canonical form of `accountKey` (core/account-key.ts). */
  readonly account: string
  /** Origin of the site. */
  readonly site: string
  readonly email: string
  readonly expiresAtMs: number
}

export type SharedEmailStore = {
  /** Replaces an earlier one of the same nonce. */
  readonly set: (shared: SharedEmail) => Promise<void>
  /**
   * The address that a nonce shares; undefined if it expired, or was shared for another project, account or host. The nonce is what
   * can be used once: this reads only, so that the process of the sign-in needs no right to change rows.
   * @param host of the site, with its port.
   */
  readonly find: (
    signIn: Pick<SharedEmail, 'nonceHash' | 'projectKey' | 'account'> & { readonly host: string },
    nowMs: number,
  ) => Promise<string | undefined>
}
