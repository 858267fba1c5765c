/** An exact decimal: `value / 10 ** decimals`. */
export type Decimal = { readonly value: bigint; readonly decimals: number }

export type TokenPrice = {
  /** CAIP-10 of the token, as asked; the native coin by `nativeTokenAddresses`. */
  readonly tokenId: string
  readonly name: string
  readonly symbol: string
  /** Of one whole token, in the currency asked. */
  readonly price: Decimal
  readonly iconUrl?: string
  /** When the source last confirmed it, epoch milliseconds. */
  readonly updatedAtMs: number
}

/** Currencies of `shared/api/balance.ts`. */
export type PriceSource = {
  /**
   * Prices of the tokens that the source knows and whose price is not stale; others are absent. Never a zero for "unknown".
   * @throws Error when the source did not answer.
   */
  readonly prices: (tokenIds: readonly string[], currency: string) => Promise<readonly TokenPrice[]>
}
