import type { Network } from '#shared/config/network.ts'
import type { Asset } from './asset.ts'

/** What transactions of anybody brought an account, as the chain shows it. */
export type IncomingTransfers = {
  /**
   * What an account got of an asset by a mined transaction, in base units; nothing by one that failed. On eip155 of a token
   * by its Transfer logs, of the native currency by the balances before and after its block, or by the value of a payment
   * that somebody else made to it; a contract that somebody else called may pay out coins: those too are told by the
   * balances around its block. On solana by the balances before and after the transaction itself.
   * Undefined where that cannot be told.
   */
  received(
    hash: string,
    account: string,
    asset: Asset,
    network: Network,
    signal: AbortSignal,
  ): Promise<bigint | undefined>
  /** When a transaction was mined, by its block: epoch milliseconds. Undefined while it is in none that is known. */
  minedAt(hash: string, network: Network, signal: AbortSignal): Promise<number | undefined>
}
