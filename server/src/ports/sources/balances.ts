/** What an account holds of one token. */
export type Holding = {
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10 of the token; absent for the native coin. */
  readonly tokenId?: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  readonly iconUrl?: string
}

export type BalanceSource = {
  /** CAIP-2 ids that it reads. */
  readonly chainIds: () => readonly string[]
  /**
   * The native coin, zero included, and every known token above zero, of one block. `freshTokenIds` must not be read from a cache.
   * @throws InvalidAddressError
   * @throws Error when the chain did not answer.
   */
  readonly holdings: (
    chainId: string,
    address: string,
    freshTokenIds: readonly string[],
  ) => Promise<readonly Holding[]>
}

/** The text is no address of the chain. */
export class InvalidAddressError extends Error {
  override readonly name = 'InvalidAddressError'

  constructor(address: string) {
    super(`Invalid address: ${address}`)
  }
}
