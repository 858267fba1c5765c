import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import type { SolanaNode } from './node.ts'

const host = '127.0.0.1'
const localPage = /^https?:\/\/(?:[a-z0-9-]+\.)*(?:localhost|127\.0\.0\.1)(?::\d+)?$/

/** Allows pages of this machine to read responses (CORS). */
function allowLocalPages(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers
  response.setHeader('vary', 'origin')
  if (origin === undefined || !localPage.test(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-methods', 'GET, POST')
  response.setHeader('access-control-allow-headers', 'content-type, solana-client')
}

async function handleRequest(
  node: SolanaNode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  allowLocalPages(request, response)
  if (request.method === 'OPTIONS') {
    response.statusCode = 204
    response.end()
    return
  }
  if (request.method === 'GET') {
    response.statusCode = request.url === '/health' ? 200 : 404
    response.end(response.statusCode === 200 ? 'ok' : 'not found')
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  response.setHeader('content-type', 'application/json')
  response.end(node.handle(Buffer.concat(chunks).toString('utf8')))
}

/** Serves a node on loopback: JSON-RPC over HTTP on `port`, the same with subscriptions over WebSocket on `port + 1`. */
export async function serve(node: SolanaNode, port: number): Promise<void> {
  const http = createServer((request, response) => {
    handleRequest(node, request, response).catch(() => response.destroy())
  })
  const socketServer = createServer()
  const sockets = new WebSocketServer({ server: socketServer })
  sockets.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    socket.on('message', (data) => socket.send(node.handle(String(data), socket)))
    socket.on('close', () => node.removeSocket(socket))
  })
  const listening = [
    { server: socketServer, at: port + 1 },
    // Last, because its health check covers both.
    { server: http, at: port },
  ]
  for (const { server, at } of listening) {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, host, () => resolve())
    })
  }
}
