import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { SponsoredOperation } from '../../sponsorship.ts'
import { addressSchema } from '../hex.ts'
import { findOperationEvent, readOperationNonce } from './entry-point.ts'

/**
 * The receipt of the bundler's transaction as the node returns it, with the status of the operation: the transaction succeeds also
 * if the operation reverts. Null while there is none; `{ isReplaced: true }` if another operation used the nonce.
 * @throws WidgetError `http/*`; ProviderRpcError of the node.
 */
export async function readOperationReceipt(
  rpc: JsonRpc,
  { hash, account, nonce, since }: SponsoredOperation,
): Promise<unknown> {
  // Read before the event: the nonce is used in the same block.
  const next = await readOperationNonce(rpc, z.parse(addressSchema, account))
  const event = await findOperationEvent(rpc, hash, account, since)
  if (event === undefined) return next > BigInt(nonce) ? { isReplaced: true } : null
  const receipt = await rpc(
    'eth_getTransactionReceipt',
    [event.transaction],
    z.nullable(z.record(z.string(), z.unknown())),
  )
  return receipt && { ...receipt, status: event.isSuccess ? '0x1' : '0x0' }
}
