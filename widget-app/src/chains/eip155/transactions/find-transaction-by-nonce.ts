import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { fullBlockSchema, nonceUseSchema } from '../chain-records.ts'
import { countSchema, isSameHex, toQuantity } from '../hex.ts'

/** Full nodes store the state of about this many blocks; earlier nonces cannot be read. */
const stateDepth = 120n

type NonceUse = { readonly sender: string; readonly nonce: number; readonly head: bigint }

/**
 * Hash of the mined transaction with a nonce of `sender`: finds the block by binary search, then reads it. `undefined` if
 * the block is older than the node's states.
 */
export async function findNonceUser(
  rpc: JsonRpc,
  { sender, nonce, head }: NonceUse,
  signal: AbortSignal,
): Promise<string | undefined> {
  const isUsedAt = async (block: bigint): Promise<boolean> =>
    (await rpc('eth_getTransactionCount', [sender, toQuantity(block)], countSchema, { signal })) > nonce
  let before = head > stateDepth ? head - stateDepth : 0n
  let used = head
  try {
    if (await isUsedAt(before)) return undefined
    while (used - before > 1n) {
      const middle = (before + used) / 2n
      if (await isUsedAt(middle)) used = middle
      else before = middle
    }
    const { transactions } = await rpc('eth_getBlockByNumber', [toQuantity(used), true], fullBlockSchema, {
      signal,
    })
    for (const transaction of transactions) {
      const nonceUse = nonceUseSchema.safeParse(transaction)
      const isMatch =
        nonceUse.success && nonceUse.data.nonce === nonce && isSameHex(nonceUse.data.from, sender)
      if (isMatch) return nonceUse.data.hash.toLowerCase()
    }
    return undefined
  } catch (error) {
    // The node no longer has that state, so the transaction stays unknown.
    if (error instanceof ProviderRpcError) return undefined
    throw error
  }
}
