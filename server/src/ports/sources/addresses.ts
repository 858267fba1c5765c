/** Address formats of the chains. */
export type AddressFormat = {
  /** The address in the canonical form of its chain (EIP-55 on Ethereum); undefined when the text is not one. */
  readonly normalized: (chainId: string, address: string) => string | undefined
}
