import type { ApiOptions } from '@polkadot/api/types'
import * as z from '#shared/zod.ts'

/** Posts a JSON body to a node and returns its JSON response. */
export const post = async (url: string, body: unknown): Promise<unknown> =>
  (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()

/** Calls a method and returns its result. @throws Error with the node's `code`. */
export async function call(url: string, method: string, ...params: readonly unknown[]) {
  const responseSchema = z.object({
    result: z.optional(z.any()),
    error: z.optional(z.object({ code: z.int() })),
  })
  const { result, error } = z.parse(
    responseSchema,
    await post(url, { jsonrpc: '2.0', id: 1, method, params }),
  )
  if (error !== undefined) throw Object.assign(new Error(method), error)
  return result
}

/** Creates a Polkadot.js provider over POST, without subscriptions. */
export function createPostProvider(url: string): NonNullable<ApiOptions['provider']> {
  const provider: NonNullable<ApiOptions['provider']> = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => provider,
    connect: async () => undefined,
    disconnect: async () => undefined,
    on: () => () => undefined,
    send: (method, params) => call(url, method, ...params),
    subscribe: () => Promise.reject(new Error('No subscriptions')),
    unsubscribe: () => Promise.reject(new Error('No subscriptions')),
  }
  return provider
}
