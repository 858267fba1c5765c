import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { TransactionEntry } from './transaction-entry.ts'

/**
 * The received amount of a mined transaction, in base units: by the account for a swap, by the recipient for a transfer.
 * Undefined if it cannot be read.
 */
export async function readReceivedAmount(
  { state, purpose, asset, from, to, value }: TransactionEntry,
  adapter: Pick<ChainAdapter, 'contractCalls' | 'receivedAmount'>,
  network: Network,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (state.is !== 'confirmed') return undefined
  if (purpose?.is === 'swap')
    return adapter.contractCalls?.received(state.hash, from, purpose.gets, network, signal)
  return adapter.receivedAmount?.(state.hash, { from, to, asset, value }, network, signal)
}
