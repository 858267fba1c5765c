import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'

const responseSchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
  z.object({ result: z.unknown() }),
])

/** Calls the node of a chain by JSON-RPC. @throws RpcError with the node's code and message. */
export async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const rpcResponse = z.parse(responseSchema, await response.json())
  if ('error' in rpcResponse)
    throw new RpcError(rpcResponse.error.code, rpcResponse.error.message, rpcResponse.error.data)
  return rpcResponse.result
}
