import {
  type Blockchain,
  type Handlers,
  ResponseError,
  type SubscriptionManager,
} from '@acala-network/chopsticks-core'
import * as z from 'zod/mini'

const id = z.nullable(z.union([z.number(), z.string()]))
const call = z.object({
  id: z.optional(id),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
})

type Answer = object

const failure = (of: z.output<typeof id>, code: number, message: string): Answer => ({
  jsonrpc: '2.0',
  id: of,
  error: { code, message },
})

/** Creates a function that returns the response text to a JSON-RPC 2.0 call or batch. */
export function jsonRpcServer(chain: Blockchain, handlers: Handlers) {
  const answerCall = async (value: unknown, subscriptions: SubscriptionManager): Promise<Answer> => {
    const parsed = z.safeParse(call, value)
    if (!parsed.success) return failure(null, -32600, 'Invalid request')
    const { method, params = [] } = parsed.data
    const of = parsed.data.id ?? null
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (handler === undefined) return failure(of, -32601, `Method not found: ${method}`)
    try {
      const result: unknown = await handler({ chain }, params, subscriptions)
      return { jsonrpc: '2.0', id: of, result: result ?? null }
    } catch (error) {
      if (error instanceof ResponseError) return failure(of, error.code, error.message)
      return failure(of, -32603, `Internal error: ${error}`)
    }
  }

  return async (text: string, subscriptions: SubscriptionManager): Promise<string> => {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return JSON.stringify(failure(null, -32700, 'Parse error'))
    }
    const answer = Array.isArray(body)
      ? await Promise.all(body.map((each) => answerCall(each, subscriptions)))
      : await answerCall(body, subscriptions)
    return JSON.stringify(answer)
  }
}

export type JsonRpcServer = ReturnType<typeof jsonRpcServer>
