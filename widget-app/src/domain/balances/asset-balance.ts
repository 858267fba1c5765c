import type { AssetAmount } from '#widget/chains/chain-adapter.ts'

/**
 * The balance of an asset in an account; `price` is for one unit, in the display currency (`displayCurrencyAtom`). On a
 * host-reported chain (`isHostReportedAtom`) only the host vouches for it.
 */
export type AssetBalance = AssetAmount & {
  readonly price: string | undefined
  readonly iconUrl: string | undefined
  readonly source: 'api' | 'rpc'
  /**
   * Includes what cannot be sent now (staked, locked, reserved), if the chain reports that; otherwise `value` is the total.
   */
  readonly total?: bigint
  /** Whether the API's data of it looked like spam: chain data alone is not enough for `isSpam`. */
  readonly wasSpam?: boolean
}
