import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { TransactionEntry } from './transaction-entry.ts'

/**
 * What a transaction in a block brought, in base units: a swap to the account, a transfer to its receiver. Undefined where
 * that cannot be read.
 */
export async function readReceivedAmount(
  { state, purpose, asset, from, to, value }: TransactionEntry,
  adapter: Pick<ChainAdapter, 'contractCalls' | 'amountArrived'>,
  network: Network,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (state.is !== 'confirmed') return undefined
  if (purpose?.is === 'swap')
    return adapter.contractCalls?.received(state.hash, from, purpose.gets, network, signal)
  return adapter.amountArrived?.(state.hash, { from, to, asset, value }, network, signal)
}
