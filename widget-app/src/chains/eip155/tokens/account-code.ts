import type { JsonRpc } from '../../json-rpc.ts'
import type { SentTransaction } from '../chain-records.ts'
import { bytesSchema, toQuantity } from '../hex.ts'

/**
 * Whether an account has code that executes calls. `pending`: it has none, and the transaction is not mined yet: the
 * transaction or an earlier one may deploy the code (EIP-7702).
 */
export type AccountCode = 'code' | 'none' | 'pending'

/**
 * Poll, counted from 0, from which an account without code counts as having none: a node may show a transaction before the
 * state after it, and a single poll would blame the wallet.
 */
export const noCodeFromPoll = 2

/**
 * Whether an account has code now, or had it in the block of a transaction; undefined if the node does not return it, such
 * as one that lags behind.
 */
export async function readAccountCode(
  rpc: JsonRpc,
  account: string,
  { blockNumber }: Pick<SentTransaction, 'blockNumber'>,
  signal: AbortSignal,
): Promise<AccountCode | undefined> {
  const read = (block: string) =>
    rpc('eth_getCode', [account, block], bytesSchema, { signal }).catch(() => undefined)
  const latest = await read('latest')
  if (latest !== '0x') return latest && 'code'
  if (blockNumber == null) return 'pending'
  const atBlock = await read(toQuantity(blockNumber))
  return atBlock && (atBlock === '0x' ? 'none' : 'code')
}
