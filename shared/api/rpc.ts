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

/** The RPC gateway: reads only (`channel/rpc-policy.ts`), single or batched; anything else answers −32601 with `texts.rpcNotAllowed`. */
export const postRpc = postEndpoint(
  '/v1',
  z.object({ chainId: chainIdText }),
  z.union([rpcRequest, z.array(rpcRequest).check(z.minLength(1), z.maxLength(100))]),
  z.union([rpcResponse, z.array(rpcResponse)]),
)
