import { connect, createServer, type Socket } from 'node:net'
import * as z from '#shared/zod.ts'

export type SlowLine = {
  /** A port that forwards to `port` over this slow line. */
  forwardPort(port: number): Promise<number>
  close(): Promise<void>
}

const address = z.object({ port: z.int() })
const sliceBytes = 4_096

/**
 * A phone-like network: a response takes `roundTripMs`, and the download of all connections combined is at most
 * `downBitsPerSecond`. DNS, TCP and TLS handshakes are not simulated, as in DevTools and in the reference values.
 */
export function slowLine(options: {
  readonly roundTripMs: number
  readonly downBitsPerSecond: number
}): SlowLine {
  const { roundTripMs, downBitsPerSecond } = options
  const oneWayMs = roundTripMs / 2
  const closers: (() => Promise<void>)[] = []
  /** Time at which the download line has sent the queued data. */
  let busyUntil = 0

  /**
   * Runs callbacks in order, each no earlier than its time: separate timers may fire in another order when they are late.
   */
  const createQueue = (to: Socket) => {
    const waiting: { readonly at: number; readonly run: () => void }[] = []
    let timer: NodeJS.Timeout | undefined
    to.on('close', () => clearTimeout(timer))
    const runDue = () => {
      timer = undefined
      while (!to.destroyed) {
        const [next] = waiting
        if (!next) return
        const leftMs = next.at - performance.now()
        if (leftMs > 0) {
          timer = setTimeout(runDue, leftMs)
          return
        }
        waiting.shift()
        next.run()
      }
    }
    return (at: number, run: () => void) => {
      waiting.push({ at, run })
      timer ??= setTimeout(runDue, Math.max(0, at - performance.now()))
    }
  }

  const forward = (client: Socket, port: number) => {
    const server = connect(port, '127.0.0.1')
    const up = createQueue(server)
    const down = createQueue(client)
    client.on('data', (data) => up(performance.now() + oneWayMs, () => server.write(data)))
    server.on('data', (data) => {
      for (let from = 0; from < data.length; from += sliceBytes) {
        const slice = data.subarray(from, from + sliceBytes)
        busyUntil = Math.max(performance.now(), busyUntil) + (slice.length * 8_000) / downBitsPerSecond
        down(busyUntil + oneWayMs, () => client.write(slice))
      }
    })
    server.on('end', () => down(busyUntil + oneWayMs, () => client.end()))
    client.on('end', () => server.end())
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
    }
  }

  return {
    forwardPort: async (port) => {
      const server = createServer({ allowHalfOpen: true }, (client) => forward(client, port))
      const sockets = new Set<Socket>()
      server.on('connection', (socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(
        () =>
          new Promise((resolve) => {
            server.close(() => resolve())
            for (const socket of sockets) socket.destroy()
          }),
      )
      return z.parse(address, server.address()).port
    },
    close: async () => {
      await Promise.all(closers.map((close) => close()))
    },
  }
}
