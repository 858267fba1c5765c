/** Lets the vault open a session of the user who is logged in to the widget. */
export type VaultTicket = {
  readonly tokenHash: string
  readonly userId: string
  /** Origin of the page that embeds the widget. */
  readonly site: string
  readonly expiresAtMs: number
}

export type VaultTicketStore = {
  readonly add: (ticket: VaultTicket) => Promise<void>
  /** Deletes the ticket and returns it: of several callers exactly one gets it. Expired ones are absent. */
  readonly consume: (tokenHash: string, nowMs: number) => Promise<VaultTicket | undefined>
}
