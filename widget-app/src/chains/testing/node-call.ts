import { createServer } from 'node:net'
import { rpcResponse } from '#shared/api/rpc.ts'
import * as z from '#shared/zod.ts'

/** One JSON-RPC call to a node; rejects with the node's error. */
export async function nodeCall(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const rpcResult = z.parse(rpcResponse, await response.json())
  if ('error' in rpcResult) throw Object.assign(new Error(rpcResult.error.message), rpcResult.error)
  return rpcResult.result
}

/** Reserves a loopback port for a moment: the given one, or any free one; rejects if it is in use. */
export function reservePort(port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
