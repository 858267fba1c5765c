import * as z from '#shared/zod.ts'
import type { SentBatch } from '../../embedded-batch.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { quantitySchema, toQuantity } from '../hex.ts'

/** Nodes of one gateway know the same blocks but the latest ones. */
const laggingBlocks = 2n

/**
 * The receipt of a bundle's transaction as the node returns it; null while there is none, and `{ isReplaced: true }` once another
 * transaction has used the nonce.
 * @throws WidgetError `http/*`; ProviderRpcError of the node.
 */
export async function readBatchReceipt(
  rpc: JsonRpc,
  { hash, account, nonce }: Pick<SentBatch, 'hash' | 'account' | 'nonce'>,
): Promise<unknown> {
  const usedNonces = async () => {
    const latest = await rpc('eth_blockNumber', [], quantitySchema)
    const block = latest > laggingBlocks ? latest - laggingBlocks : 0n
    return rpc('eth_getTransactionCount', [account, toQuantity(block)], quantitySchema)
  }
  // Read before the receipt: a transaction that used the nonce by then has one.
  const used = account === undefined || nonce === undefined ? 0n : await usedNonces()
  const receipt = await rpc('eth_getTransactionReceipt', [hash], z.unknown())
  return receipt === null && nonce !== undefined && used > BigInt(nonce) ? { isReplaced: true } : receipt
}
