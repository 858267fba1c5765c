/** An account's balance of one asset. */
export type Balance = {
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10 of the token; absent for the native currency. */
  readonly tokenId?: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  readonly iconUrl?: string
}

export type BalanceSource = {
  /** CAIP-2 ids of the supported chains. */
  readonly chainIds: () => readonly string[]
  /**
   * The native currency, zero included, and every known token above zero, at one block. `freshTokenIds` bypass the cache.
   * @throws InvalidAddressError
   * @throws Error when the chain did not respond.
   */
  readonly balances: (
    chainId: string,
    address: string,
    freshTokenIds: readonly string[],
  ) => Promise<readonly Balance[]>
}

/** The text is not an address of the chain. */
export class InvalidAddressError extends Error {
  override readonly name = 'InvalidAddressError'

  constructor(address: string) {
    super(`Invalid address: ${address}`)
  }
}
