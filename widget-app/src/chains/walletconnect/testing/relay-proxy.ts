import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy before a relay. It passes connections on, closes them before they open, as an unreachable relay does, or holds
 * them, as a relay that accepts without a response does.
 */
export type RelayProxy = {
  readonly url: string
  /** When each connection was attempted, in ms of `performance.now()`. */
  readonly attempts: readonly number[]
  /** How many connections are passed on now. */
  readonly connections: () => number
  /** Passes connections on from now on, including held ones; or closes all; or holds new ones. */
  readonly set: (is: 'open' | 'shut' | 'held') => void
  readonly close: () => Promise<void>
}

/** Starts a proxy before the relay at `url`, on its own port. */
export async function openRelayProxy(url: string): Promise<RelayProxy> {
  let is: 'open' | 'shut' | 'held' = 'open'
  const attempts: number[] = []
  const heldSockets = new Set<Socket>()
  const connections = new Map<Socket, Socket>()
  const cut = () => {
    for (const socket of [...heldSockets, ...connections.keys(), ...connections.values()]) socket.destroy()
  }
  const pass = (socket: Socket) => {
    heldSockets.delete(socket)
    const relay = connect(Number(new URL(url).port), '127.0.0.1')
    connections.set(socket, relay)
    relay.on('error', () => relay.destroy())
    relay.on('close', () => socket.destroy())
    socket.pipe(relay)
    relay.pipe(socket)
  }
  const server = createServer((socket) => {
    attempts.push(performance.now())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      heldSockets.delete(socket)
      connections.get(socket)?.destroy()
      connections.delete(socket)
    })
    if (is === 'shut') socket.destroy()
    else if (is === 'held') heldSockets.add(socket)
    else pass(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The door was given no port')
  return {
    url: `ws://127.0.0.1:${address.port}`,
    attempts,
    connections: () => connections.size,
    set: (next) => {
      is = next
      if (is === 'shut') cut()
      if (is === 'open') for (const socket of [...heldSockets]) pass(socket)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
