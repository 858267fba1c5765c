import type { AssetAmount } from '#widget/chains/chain-adapter.ts'

/**
 * How much of an asset an account has; the price is one unit's in the person's currency (`displayCurrencyAtom`). On a
 * chain of the site alone (`isHostReportedAtom`) that is what the site says.
 */
export type AssetBalance = AssetAmount & {
  readonly price: string | undefined
  readonly iconUrl: string | undefined
  readonly source: 'api' | 'rpc'
  /** With what cannot be sent now (staked, locked, reserved), where a chain tells that; else `value` is all there is. */
  readonly total?: bigint
  /** Whether it looked like spam when the API told of it: the chain alone cannot tell (`isSpam`). */
  readonly wasSpam?: boolean
}
