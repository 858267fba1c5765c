/** A name of a public name service and what it holds. */
export type ResolvedName = {
  /** As the service writes it. */
  readonly name: string
  /** Accounts by coin type (SLIP-44, ENSIP-11), each in the notation of its chain. */
  readonly addresses: Readonly<Record<number, string>>
  /** As the owner wrote it: a URL, or a reference that a reader resolves. */
  readonly avatar: string | undefined
}

/** Names that another party registers, such as ENS. */
export type NameService = {
  /** Whether a text has the form of a name of this service. */
  readonly isName: (text: string) => boolean
  /**
   * The name and its accounts; undefined for a name that is not registered, or that the chain alone cannot resolve.
   * @throws Error when the chain did not answer.
   */
  readonly resolve: (name: string) => Promise<ResolvedName | undefined>
  /**
   * The name that an account calls itself, only if that name leads back to the account.
   * @throws Error when the chain did not answer.
   */
  readonly nameOf: (address: string) => Promise<ResolvedName | undefined>
}
