/**
 * Lets the vault open a session of the user who is logged in to the widget, or the widget one of the user who is logged in to
 * the vault.
 */
export type VaultTicket = {
  readonly tokenHash: string
  readonly userId: string
  /** Origin of the page that embeds the widget. */
  readonly site: string
  /** Key of the widget that the ticket is for; absent: it is for the vault. */
  readonly keyThumbprint: string | undefined
  /** When the user was last proved, if the session that issued the ticket knows. */
  readonly steppedUpAtMs: number | undefined
  readonly expiresAtMs: number
  /** When the session that issued the ticket ends at the latest; so does the session that the ticket opens. */
  readonly absoluteExpiresAtMs: number
  /** The device whose session issued the ticket; undefined: a server of a former version did. */
  readonly issuerId: string | undefined
}

export type VaultTicketStore = {
  readonly add: (ticket: VaultTicket) => Promise<void>
  /** Deletes the ticket and returns it: of several callers exactly one gets it. Expired ones are absent, and those of a
   * server that stated no end of the session. */
  readonly consume: (tokenHash: string, nowMs: number) => Promise<VaultTicket | undefined>
}
