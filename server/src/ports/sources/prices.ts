/** An exact decimal: `value / 10 ** decimals`. */
export type Decimal = { readonly value: bigint; readonly decimals: number }

export type TokenPrice = {
  /** CAIP-10 of the token, as requested; the native currency by `nativeTokenAddresses`. */
  readonly tokenId: string
  readonly name: string
  readonly symbol: string
  /** Of one whole token, in the requested currency. */
  readonly price: Decimal
  readonly iconUrl?: string
  /** When the source last confirmed it, epoch milliseconds. */
  readonly updatedAtMs: number
}

/** Prices in the currencies of `shared/api/balance.ts`. */
export type PriceSource = {
  /**
   * Prices of the tokens that the source supports and whose price is not stale; others are absent. An unknown price is never
   * zero.
   * @throws Error when the source did not respond.
   */
  readonly prices: (tokenIds: readonly string[], currency: string) => Promise<readonly TokenPrice[]>
}

/** The price of one unit of a currency in USD. */
export type CurrencyRate = {
  readonly rate: Decimal
  /** When the source last confirmed it, epoch milliseconds. */
  readonly updatedAtMs: number
}

export type CurrencyRates = {
  /**
   * The rate of a currency other than USD; undefined when the source has none, or only a stale one.
   * @throws Error when the source did not respond.
   */
  readonly inUsd: (currency: string) => Promise<CurrencyRate | undefined>
}
