import {
  type Blockchain,
  type Handlers,
  ResponseError,
  type SubscriptionManager,
} from '@acala-network/chopsticks-core'
import * as z from '#shared/zod.ts'

const idSchema = z.nullable(z.union([z.number(), z.string()]))
const callSchema = z.object({
  id: z.optional(idSchema),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
})

type JsonRpcResponse = object

const errorResponse = (
  callId: z.output<typeof idSchema>,
  code: number,
  message: string,
): JsonRpcResponse => ({
  jsonrpc: '2.0',
  id: callId,
  error: { code, message },
})

/** Creates a function that returns the response text to a JSON-RPC 2.0 call or batch. */
export function createJsonRpcServer(chain: Blockchain, handlers: Handlers) {
  const handleCall = async (value: unknown, subscriptions: SubscriptionManager): Promise<JsonRpcResponse> => {
    const parsed = z.safeParse(callSchema, value)
    if (!parsed.success) return errorResponse(null, -32600, 'Invalid request')
    const { method, params = [] } = parsed.data
    const callId = parsed.data.id ?? null
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (handler === undefined) return errorResponse(callId, -32601, `Method not found: ${method}`)
    try {
      const result: unknown = await handler({ chain }, params, subscriptions)
      return { jsonrpc: '2.0', id: callId, result: result ?? null }
    } catch (error) {
      if (error instanceof ResponseError) return errorResponse(callId, error.code, error.message)
      return errorResponse(callId, -32603, `Internal error: ${error}`)
    }
  }

  return async (text: string, subscriptions: SubscriptionManager): Promise<string> => {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return JSON.stringify(errorResponse(null, -32700, 'Parse error'))
    }
    const response = Array.isArray(body)
      ? await Promise.all(body.map((each) => handleCall(each, subscriptions)))
      : await handleCall(body, subscriptions)
    return JSON.stringify(response)
  }
}

export type JsonRpcServer = ReturnType<typeof createJsonRpcServer>
