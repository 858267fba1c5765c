import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import * as z from '#shared/zod.ts'

const latencyMs = 20
const callSchema = z.object({ id: z.unknown(), method: z.string() })
const bodySchema = z.union([z.array(callSchema), callSchema])

/** `hang`: never responds; `fail`: 500; `reset`: closes the connection. */
export type NodeMode = 'answer' | 'hang' | 'fail' | 'reset'

export type FaultyNode = {
  readonly url: string
  readonly setMode: (mode: NodeMode) => void
  readonly stop: () => Promise<void>
}

/** An Ethereum node that responds after 20 ms, and fails in the mode that a test sets. */
export async function startFaultyNode(chainId: number): Promise<FaultyNode> {
  let mode: NodeMode = 'answer'
  const hanging = new Set<ServerResponse>()
  const resultOf = (method: string): unknown => {
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    return method === 'eth_getBlockByNumber' ? { number: '0xffffff', transactions: [] } : '0x5208'
  }
  const server = createServer(async (request, response) => {
    if (mode === 'hang') {
      hanging.add(response)
      response.once('close', () => hanging.delete(response))
      return
    }
    if (mode === 'reset') {
      request.socket.destroy()
      return
    }
    const sent = await text(request).catch(() => '')
    // A client that gives up closes the connection before its body is complete.
    if (!request.complete) return
    const body = z.parse(bodySchema, JSON.parse(sent))
    await setTimeout(latencyMs)
    const responseTo = ({ id, method }: z.output<typeof callSchema>) => ({
      ...{ jsonrpc: '2.0', id, result: resultOf(method) },
    })
    response.statusCode = mode === 'fail' ? 500 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? body.map(responseTo) : responseTo(body)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The node has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    setMode: (next) => {
      mode = next
      // Close hanging requests, as if the node had been restarted.
      if (next !== 'hang') for (const response of hanging) response.destroy()
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
