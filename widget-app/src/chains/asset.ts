import type { ChainId } from '#shared/caip/chain-id.ts'

/** An asset on a network: the native currency, or a token by contract address. */
export type Asset = {
  readonly chain: ChainId
  readonly address: string | undefined
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/** An amount in base units of its asset. */
export type AssetAmount = { readonly asset: Asset; readonly value: bigint }
