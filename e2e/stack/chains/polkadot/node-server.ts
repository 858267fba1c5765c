import { createServer, type IncomingMessage, type Server } from 'node:http'
import { ResponseError, type SubscriptionManager } from '@acala-network/chopsticks-core'
import { type WebSocket, WebSocketServer } from 'ws'
import type { JsonRpcServer } from './json-rpc.ts'

const host = '127.0.0.1'
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

const withoutSubscriptions: SubscriptionManager = {
  subscribe: () => {
    throw new ResponseError(-32601, 'Subscriptions need a WebSocket')
  },
  unsubscribe: () => undefined,
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** Creates the subscriptions of one socket; `cancelAll` ends them when it closes. */
function createSocketSubscriptions(
  socket: WebSocket,
): SubscriptionManager & { readonly cancelAll: () => void } {
  const cancels = new Map<string, () => void>()
  return {
    subscribe: (method, subscription, onCancel = () => undefined) => {
      cancels.set(subscription, onCancel)
      return (result: unknown) => {
        if (!cancels.has(subscription) || socket.readyState !== socket.OPEN) return
        socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription } }))
      }
    },
    unsubscribe: (subscription) => {
      cancels.get(subscription)?.()
      cancels.delete(subscription)
    },
    cancelAll: () => {
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}

/** Serves JSON-RPC over POST and over WebSockets on one loopback port, and `GET /health`, until closed. */
export async function serveNode(
  port: number,
  respond: JsonRpcServer,
  headNumber: () => number,
): Promise<{ readonly close: () => void }> {
  const server: Server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end()
      return
    }
    const headers = { ...cors, 'content-type': 'application/json' }
    if (request.url === '/health') {
      response.writeHead(200, headers).end(JSON.stringify({ ok: true, head: headNumber() }))
      return
    }
    try {
      const text = await respond(await readBody(request), withoutSubscriptions)
      response.writeHead(200, headers).end(text)
    } catch {
      // The client has disconnected.
      response.destroy()
    }
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    const subscriptions = createSocketSubscriptions(socket)
    socket.on('message', async (data) => {
      const text = await respond(data.toString(), subscriptions)
      if (socket.readyState === socket.OPEN) socket.send(text)
    })
    socket.on('close', subscriptions.cancelAll)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve, reject) => {
    sockets.once('error', reject)
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      server.closeAllConnections()
    },
  }
}
