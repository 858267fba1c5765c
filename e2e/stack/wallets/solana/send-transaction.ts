import * as z from '#shared/zod.ts'
import { RpcError } from '../../rpc-error.ts'
import type { UrlRpc } from '../node-rpc.ts'
import { transactionIdOf } from './wire-transaction.ts'

/** Options of `solana:signAndSendTransaction` for the node; others (such as `mode`) are dropped. */
export const sendOptions = z.object({
  preflightCommitment: z.optional(z.enum(['processed', 'confirmed', 'finalized'])),
  skipPreflight: z.optional(z.boolean()),
  maxRetries: z.optional(z.int()),
  minContextSlot: z.optional(z.int()),
})

/**
 * Sends a signed transaction to the node; resolves with its signature.
 * @throws RpcError −32603 with the node's error as data, because the node's codes have another meaning between page and wallet
 * (−32002 is a failed preflight of the node, but a pending request of a wallet).
 */
export async function sendTransaction(
  rpc: UrlRpc,
  url: string,
  {
    bytes,
    options,
  }: { readonly bytes: Uint8Array; readonly options?: z.output<typeof sendOptions> | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  try {
    await rpc(url, 'sendTransaction', [base64, { ...options, encoding: 'base64' }])
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { code, message, data } = error
    throw new RpcError(-32603, message, { code, message, data })
  }
  return transactionIdOf(bytes)
}
