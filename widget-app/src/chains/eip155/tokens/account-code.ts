import type { JsonRpc } from '../../json-rpc.ts'
import type { SentTransaction } from '../chain-records.ts'
import { bytesSchema, toQuantity } from '../hex.ts'

/**
 * Whether an account has code that carries out calls. `pending`: it has none, and the transaction is in no block yet: the code
 * may come with it or with one before it (EIP-7702).
 */
export type AccountCode = 'code' | 'none' | 'pending'

/**
 * From which look on, counted from 0, an account that shows no code is taken to have none: a node may show a transaction before
 * the state after it, and one look alone would accuse the wallet.
 */
export const noCodeSinceLook = 2

/**
 * Reads whether an account has code now, or had it in the block of a transaction; undefined where the node does not say, such
 * as one that is behind.
 */
export async function readAccountCode(
  rpc: JsonRpc,
  account: string,
  { blockNumber }: Pick<SentTransaction, 'blockNumber'>,
  signal: AbortSignal,
): Promise<AccountCode | undefined> {
  const read = (block: string) =>
    rpc('eth_getCode', [account, block], bytesSchema, { signal }).catch(() => undefined)
  const now = await read('latest')
  if (now !== '0x') return now && 'code'
  if (blockNumber == null) return 'pending'
  const then = await read(toQuantity(blockNumber))
  return then && (then === '0x' ? 'none' : 'code')
}
