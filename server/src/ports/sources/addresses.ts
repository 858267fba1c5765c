/** Notation of addresses. */
export type AddressFormat = {
  /** The address in the notation of its chain (EIP-55 on Ethereum); undefined when the text is none. */
  readonly normalized: (chainId: string, address: string) => string | undefined
}
