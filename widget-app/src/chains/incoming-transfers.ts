import type { Network } from '#shared/config/network.ts'
import type { Asset } from './asset.ts'

/** What an account received by transactions of any sender, as the chain shows it. */
export type IncomingTransfers = {
  /**
   * What an account received of an asset by a mined transaction, in base units; zero for a failed one. On eip155: a token by
   * its Transfer logs; the native currency by the balances before and after its block, or by the value of a payment from
   * another account. A contract that another account called may pay out native currency: that too is measured by the
   * balances around its block. On solana: the balances before and after the transaction itself.
   * Undefined if it cannot be determined.
   */
  received(
    hash: string,
    account: string,
    asset: Asset,
    network: Network,
    signal: AbortSignal,
  ): Promise<bigint | undefined>
  /** When a transaction was mined, by its block: epoch milliseconds. Undefined while it is in no known block. */
  minedAt(hash: string, network: Network, signal: AbortSignal): Promise<number | undefined>
}
