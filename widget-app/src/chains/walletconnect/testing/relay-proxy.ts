import { connect, createServer, type Socket } from 'node:net'

/**
 * What stands before a relay: connections pass it, end before they open, as at a relay that is gone, or are held, as at
 * one that lets in and says nothing.
 */
export type RelayDoor = {
  readonly url: string
  /** When each connection was attempted, in ms of `performance.now()`. */
  readonly knocks: readonly number[]
  /** How many connections pass it now. */
  readonly passing: () => number
  /** Lets connections through from now on, those that were held too; or cuts all; or holds those that come. */
  readonly set: (is: 'open' | 'shut' | 'held') => void
  readonly close: () => Promise<void>
}

/** Puts a door before the relay at `url`, on a port of its own. */
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
