/** A name of a public name service and its records. */
export type ResolvedName = {
  /** As the service normalizes it. */
  readonly name: string
  /** Addresses by coin type (SLIP-44, ENSIP-11), each in the canonical form of its chain. */
  readonly addresses: Readonly<Record<number, string>>
  /** As the owner set it: a URL, or a reference that a client resolves. */
  readonly avatar: string | undefined
}

/** A service for names of a public registry, such as ENS. */
export type NameService = {
  /** True if the text has the form of a name of this service. */
  readonly isName: (text: string) => boolean
  /**
   * Resolves a name to its addresses; undefined for a name that is not registered, or that cannot be resolved on-chain
   * alone.
   * @throws Error when the chain did not respond.
   */
  readonly resolve: (name: string) => Promise<ResolvedName | undefined>
  /**
   * Reverse resolves an address; the name counts only if it resolves to the address.
   * @throws Error when the chain did not respond.
   */
  readonly reverseResolve: (address: string) => Promise<ResolvedName | undefined>
}
