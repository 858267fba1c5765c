import { once } from 'node:events'
import type { Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { respondToMalformed } from './web/malformed-requests.ts'

/** Above the 2 minutes of Caddy and the minute of nginx, so that the proxy closes an idle connection. */
const keepAliveTimeoutMs = 125_000
const idleCheckMs = 50
const maxAcceptIterations = 1_000

export type HttpListener = {
  readonly host: string
  readonly port: number
  /** Stops accepting connections. Open ones continue. On an activated socket, new ones wait for the next process. */
  readonly stopAccepting: () => Promise<void>
  /** Waits for open requests, and closes the remaining ones after `limitMs`. Resolves when no connection is open. */
  readonly drain: (limitMs: number) => Promise<void>
}

/** Where to accept connections: an address to bind (port 0: chosen by the system), or a listening socket. */
type ListenAddress = { readonly host: string; readonly port: number } | { readonly fd: number }

type Options = {
  readonly fetch: Parameters<typeof createAdaptorServer>[0]['fetch']
  readonly at: ListenAddress
}

/** Serves an app over HTTP. @throws Error when the port is in use, or the descriptor is not a socket */
export async function listen({ fetch, at }: Options): Promise<HttpListener> {
  const server = createAdaptorServer({ fetch, serverOptions: { keepAliveTimeout: keepAliveTimeoutMs } })
  respondToMalformed(server)
  server.listen(at)
  await once(server, 'listening')
  const { host, port } = boundAddress(server.address())
  let closed: Promise<void> | undefined
  return {
    host,
    port,
    stopAccepting: async () => {
      // The system resets connections that wait to be accepted: close after an event loop iteration that accepted none.
      let isAccepting = true
      const onConnection = () => {
        isAccepting = true
      }
      server.on('connection', onConnection)
      for (let iterations = 0; isAccepting && iterations < maxAcceptIterations; iterations += 1) {
        isAccepting = false
        await setImmediate()
      }
      server.off('connection', onConnection)
      closed = new Promise((resolve) => server.close(() => resolve()))
    },
    drain: async (limitMs) => {
      // A connection whose response ends from now on is idle, and would stay open until its client closes it. Runs right
      // after the iteration that read what had arrived: a connection with an unread request counts as idle, and would be
      // reset.
      const closing = setInterval(async () => {
        await setImmediate()
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      }, idleCheckMs)
      const forceCloseTimer = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections()
      }, limitMs)
      await closed
      clearInterval(closing)
      clearTimeout(forceCloseTimer)
    },
  }
}

/** @throws Error for a Unix socket: budgets and proxies are distinguished by address */
function boundAddress(address: ReturnType<Server['address']>): {
  readonly host: string
  readonly port: number
} {
  if (typeof address === 'object' && address !== null) return { host: address.address, port: address.port }
  throw new Error(
    'The server listens on TCP only: ListenStream of its socket unit must be an address and a port',
  )
}
