import type { ChainId } from '#shared/caip/chain-id.ts'

/** An asset on a network: the native currency, or a token by contract address. */
export type Asset = {
  readonly chain: ChainId
  readonly address: string | undefined
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /**
   * What the chain displays for an amount, in billionths of it, if that is not the amount itself: tokens with scaled or
   * interest-bearing amounts (Solana). It may change with time.
   */
  readonly displayed?: bigint | undefined
}

/** An amount in base units of its asset. */
export type AssetAmount = {
  readonly asset: Asset
  readonly value: bigint
  /** Why none of it can be sent, if the chain reports that with the balance. */
  readonly barred?: AssetRef | undefined
}

/** `bound`: it cannot leave its account. */
export type AssetRef = 'frozen' | 'paused' | 'bound'
