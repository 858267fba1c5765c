import * as z from 'zod/mini'
import { RpcError } from '../rpc-error.ts'

/** Calls the node of a chain. @throws RpcError with the node's error object. */
export type NodeRpc = (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>

type Post = (path: string, body: string) => Promise<string>

const answerSchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
  z.object({ result: z.unknown() }),
])

/** Calls the node at a URL, which may be a path of the page's origin. */
export type UrlRpc = (url: string, method: string, params: readonly unknown[]) => Promise<unknown>

/** Creates an RPC client that posts from the page (`fetch`) or from a worker. */
export function createUrlRpc(via: 'fetch' | 'worker'): UrlRpc {
  const post = via === 'worker' ? workerPost() : fetchPost
  return async (url, method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = z.parse(answerSchema, JSON.parse(await post(url, body)))
    if ('error' in answer) throw new RpcError(answer.error.code, answer.error.message, answer.error.data)
    return answer.result
  }
}

/** Calls the nodes of EVM chains through the page's origin. */
export const createNodeRpc =
  (rpc: UrlRpc): NodeRpc =>
  (chainId, method, params) =>
    rpc(`/__stack/rpc/${chainId}`, method, params)

const fetchPost: Post = async (path, body) => (await fetch(path, { method: 'POST', body })).text()

const workerAnswer = z.object({ id: z.number(), text: z.string() })

function workerPost(): Post {
  const worker = new Worker('/__stack/rpc-worker.js')
  const waiting = new Map<number, (text: string) => void>()
  let last = 0
  worker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { id, text } = z.parse(workerAnswer, event.data)
    waiting.get(id)?.(text)
    waiting.delete(id)
  })
  return (path, body) =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      worker.postMessage({ id: last, path, body })
    })
}
