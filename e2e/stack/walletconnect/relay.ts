import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { createFaultFilters, type RelayFault } from './relay-fault.ts'
import { parseFrame } from './relay-frames.ts'
import { verifyToken } from './relay-token.ts'
import { createTopicRouter, type TopicRouter } from './topic-router.ts'

export type RelayOptions = {
  /** 0, the default, uses a free port, which stays the same over restarts. */
  readonly port?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** A client in Node closes a connection that is quiet for 35 s. */
  readonly pingEveryMs?: number
}

/** A WalletConnect relay on loopback. */
export type Relay = {
  /** `ws://127.0.0.1:port`. Clients must use it exactly, because it is the audience of their tokens. */
  readonly url: string
  readonly healthUrl: string
  /** Sets the fault for the clients of a project, or for all, until the next call. Only `gone` cuts open connections. */
  readonly setFault: (fault: RelayFault, project?: string) => void
  /** Cuts every open connection, or those of a project, once. */
  readonly cut: (project?: string) => void
  /** Cuts all connections and closes the port. Published messages stay stored. */
  readonly kill: () => Promise<void>
  /** Listens again on the same port, with all undelivered messages, or with `'forgetful'` without them. */
  readonly restart: (memory?: 'kept' | 'forgetful') => Promise<void>
  readonly stop: () => Promise<void>
  /** How many connections of a project are open, and how many were opened in all. */
  readonly connectionsOf: (project: string) => { readonly open: number; readonly ever: number }
  /** Frames of a project's clients that a fault of this project blocks. */
  readonly blockedOf: (project: string) => number
  readonly counts: () => ReturnType<TopicRouter['counts']> & {
    readonly connections: number
    /** Connections that were rejected, and frames that a fault blocks or has dropped. */
    readonly rejected: number
    readonly blocked: number
    readonly dropped: number
  }
}

const host = '127.0.0.1'
const unauthorizedCode = 3000
const maxFrameBytes = 1_000_000

/** Starts a relay for the 2.21.8 client; resolves when it listens. Rejects when the port is in use. */
export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
  const { now = Date.now, pingEveryMs = 25_000 } = options
  const router = createTopicRouter(now)
  const faultFilters = createFaultFilters()
  const openSockets = new Map<WebSocket, string>()
  const totalConnections = new Map<string, number>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  let server = await listen(options.port ?? 0, upgrade)
  const port = portOf(server)
  let status: 'up' | 'down' = 'up'
  let rejected = 0

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const project = projectOf(request)
    const fault = faultFilters.current(project)
    if (fault.is === 'gone') {
      socket.destroy()
      return
    }
    if (fault.is === 'refusing' && 'status' in fault.how) {
      rejected += 1
      socket.end(`HTTP/1.1 ${fault.how.status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      return
    }
    // Clients receive the close code only when the connection has opened before.
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const verdict = verifyRequest(request)
      if (verdict.is === 'accepted') return serve(webSocket, verdict.clientId, project)
      rejected += 1
      webSocket.close(unauthorizedCode, `Unauthorized: ${verdict.reason}`.slice(0, 120))
    })
  }

  function verifyRequest(request: IncomingMessage) {
    const { headers } = request
    const fault = faultFilters.current(projectOf(request))
    if (fault.is === 'refusing' && 'reason' in fault.how) {
      return { is: 'refused', reason: fault.how.reason } as const
    }
    return verifyToken(query(request, 'auth'), `ws://${headers.host}`, now())
  }

  function serve(socket: WebSocket, clientId: string, project: string): void {
    openSockets.set(socket, project)
    totalConnections.set(project, (totalConnections.get(project) ?? 0) + 1)
    const peer = {
      clientId,
      send(frame: object) {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
      },
    }
    let frameQueue = Promise.resolve()
    socket.on('message', (data) => {
      const admission = faultFilters.admit(project)
      frameQueue = frameQueue.then(async () => {
        // Skip frames of a closed connection: its client got no response and sends them again.
        if ((await admission) === 'pass' && socket.readyState === socket.OPEN) handleFrame(data.toString())
      })
    })
    function handleFrame(text: string): void {
      const frame = parseFrame(text)
      if (frame.is === 'call') router.respond(peer, frame.call)
      else if (frame.is === 'receipt') router.acknowledge(peer, frame.pushId)
      else if (frame.is === 'wrong') {
        peer.send({ id: frame.id, jsonrpc: '2.0', error: { code: frame.code, message: frame.message } })
      }
    }
    const pinging = setInterval(() => {
      if (faultFilters.current(project).is !== 'silent') socket.ping()
    }, pingEveryMs)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(pinging)
      openSockets.delete(socket)
      router.removePeer(peer)
    })
  }

  function cut(project?: string): void {
    for (const [socket, socketProject] of openSockets)
      if (project === undefined || project === socketProject) socket.terminate()
  }

  async function kill(): Promise<void> {
    if (status === 'down') return
    status = 'down'
    const closing = [...sockets.clients].map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    )
    for (const socket of sockets.clients) socket.terminate()
    await Promise.all([...closing, close(server)])
  }

  return {
    url: `ws://${host}:${port}`,
    healthUrl: `http://${host}:${port}/health`,
    setFault(fault, project) {
      faultFilters.set(fault, project)
      if (fault.is === 'gone') cut(project)
    },
    cut,
    kill,
    async restart(memory = 'kept') {
      await kill()
      if (memory === 'forgetful') router.clearMessages()
      server = await listen(port, upgrade)
      status = 'up'
    },
    async stop() {
      await kill()
      // Release blocked frames, which are skipped because their connections are closed.
      faultFilters.set({ is: 'none' })
    },
    connectionsOf: (project) => ({
      open: [...openSockets.values()].filter((socketProject) => socketProject === project).length,
      ever: totalConnections.get(project) ?? 0,
    }),
    blockedOf: faultFilters.blockedOf,
    counts: () => ({
      ...router.counts(),
      ...faultFilters.counts(),
      connections: sockets.clients.size,
      rejected,
    }),
  }
}

const query = ({ url = '' }: IncomingMessage, name: string): string =>
  new URL(url, 'ws://relay').searchParams.get(name) ?? ''

const projectOf = (request: IncomingMessage): string => query(request, 'projectId')

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

function listen(port: number, upgrade: Upgrade): Promise<Server> {
  const server = createServer((request, response) => {
    const isHealth = request.url === '/health'
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'text/plain' })
    response.end(isHealth ? 'ok' : 'not found')
  })
  server.on('upgrade', upgrade)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay was given no port')
  return address.port
}
