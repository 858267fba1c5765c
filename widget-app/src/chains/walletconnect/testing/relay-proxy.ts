import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy before a relay. It passes connections on, closes them before they open, as an unreachable relay does, or holds
 * them, as a relay that accepts without a response does.
 */
export type RelayDoor = {
  readonly url: string
  /** When each connection was attempted, in ms of `performance.now()`. */
  readonly knocks: readonly number[]
  /** How many connections are passed on now. */
  readonly passing: () => number
  /** Passes connections on from now on, including held ones; or closes all; or holds new ones. */
  readonly set: (is: 'open' | 'shut' | 'held') => void
  readonly close: () => Promise<void>
}

/** Starts a proxy before the relay at `url`, on its own port. */
export async function openRelayDoor(url: string): Promise<RelayDoor> {
  let is: 'open' | 'shut' | 'held' = 'open'
  const knocks: number[] = []
  const held = new Set<Socket>()
  const passing = new Map<Socket, Socket>()
  const cut = () => {
    for (const socket of [...held, ...passing.keys(), ...passing.values()]) socket.destroy()
  }
  const pass = (socket: Socket) => {
    held.delete(socket)
    const relay = connect(Number(new URL(url).port), '127.0.0.1')
    passing.set(socket, relay)
    relay.on('error', () => relay.destroy())
    relay.on('close', () => socket.destroy())
    socket.pipe(relay)
    relay.pipe(socket)
  }
  const server = createServer((socket) => {
    knocks.push(performance.now())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      held.delete(socket)
      passing.get(socket)?.destroy()
      passing.delete(socket)
    })
    if (is === 'shut') socket.destroy()
    else if (is === 'held') held.add(socket)
    else pass(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The door was given no port')
  return {
    url: `ws://127.0.0.1:${address.port}`,
    knocks,
    passing: () => passing.size,
    set: (next) => {
      is = next
      if (is === 'shut') cut()
      if (is === 'open') for (const socket of [...held]) pass(socket)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
