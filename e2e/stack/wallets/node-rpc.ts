import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'

/** Calls the node of a chain. @throws RpcError with the node's error object. */
export type NodeRpc = (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>

type Post = (path: string, body: string) => Promise<string>

const responseSchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
  z.object({ result: z.unknown() }),
])

/** Calls the node at a URL, which may be a path of the page's origin. */
export type UrlRpc = (url: string, method: string, params: readonly unknown[]) => Promise<unknown>

/** Creates an RPC client that posts from the page (`fetch`) or from a worker. */
export function createUrlRpc(transport: 'fetch' | 'worker'): UrlRpc {
  const post = transport === 'worker' ? createWorkerPost() : fetchPost
  return async (url, method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = z.parse(responseSchema, JSON.parse(await post(url, body)))
    if ('error' in response)
      throw new RpcError(response.error.code, response.error.message, response.error.data)
    return response.result
  }
}

/** Calls the nodes of EVM chains through the page's origin. */
export const createNodeRpc =
  (rpc: UrlRpc): NodeRpc =>
  (chainId, method, params) =>
    rpc(`/__stack/rpc/${chainId}`, method, params)

const fetchPost: Post = async (path, body) => (await fetch(path, { method: 'POST', body })).text()

const workerResponseSchema = z.object({ id: z.number(), text: z.string() })

function createWorkerPost(): Post {
  const worker = new Worker('/__stack/rpc-worker.js')
  const pending = new Map<number, (text: string) => void>()
  let lastId = 0
  worker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { id, text } = z.parse(workerResponseSchema, event.data)
    pending.get(id)?.(text)
    pending.delete(id)
  })
  return (path, body) =>
    new Promise((resolve) => {
      lastId += 1
      pending.set(lastId, resolve)
      worker.postMessage({ id: lastId, path, body })
    })
}
