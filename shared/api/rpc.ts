import * as z from 'zod/mini'
import { postEndpoint } from './endpoint.ts'
import { chainIdText } from './wire-text.ts'

const id = z.union([z.number(), z.string().check(z.maxLength(128))])

/** One JSON-RPC 2.0 call. */
export const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().check(z.minLength(1), z.maxLength(128)),
  params: z.optional(z.array(z.unknown())),
})
export type RpcRequest = z.infer<typeof rpcRequest>

/** One JSON-RPC 2.0 answer: a result or an error, never both. */
export const rpcResponse = z.union([
  z.strictObject({ jsonrpc: z.literal('2.0'), id, result: z.unknown() }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.nullable(id),
    error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
])
export type RpcResponse = z.infer<typeof rpcResponse>

/** The RPC gateway: reads only, single or batched; anything else answers −32601 with `rpcRefusedMessage`. */
export const postRpc = postEndpoint(
  '/v1',
  z.object({ chainId: chainIdText }),
  z.union([rpcRequest, z.array(rpcRequest).check(z.minLength(1), z.maxLength(100))]),
  z.union([rpcResponse, z.array(rpcResponse)]),
)

/** Text of a refused method (SPEC §6). */
export const rpcRefusedMessage = 'Requested RPC call is not allowed'

const readMethods: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
])

/** True for the read-only methods of the allow list (SPEC §6); signing and sending are not on it. */
export function isReadMethod(method: string): boolean {
  return readMethods.has(method)
}
