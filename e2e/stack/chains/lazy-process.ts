import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { SpawnedProcess } from './own-process.ts'

/** The program that the first connection started. */
type StartedProcess = SpawnedProcess & {
  /** Loopback port on which the program itself listens. */
  readonly port: number
  /** Resolves once the program listens; rejects if it fails to start. */
  readonly ready: Promise<void>
}

/** A loopback port with a program that starts at the first connection. */
export type LazyProcess = {
  /** Closes the port, and stops the program if it runs. Safe to call twice. */
  readonly stop: () => Promise<void>
  /** Resolves with a reason when the program fails to start, or exits. */
  readonly failure: Promise<string>
}

const host = '127.0.0.1'

/**
 * Listens on a loopback port and calls `start` at the first connection. Data that arrives before the program listens
 * waits in the socket. Every connection is piped to the program unchanged.
 * @throws Error when it cannot listen on the port.
 */
export async function startLazyProcess(
  port: number,
  start: () => Promise<StartedProcess>,
): Promise<LazyProcess> {
  const sockets = new Set<Socket>()
  let isStopped = false
  let starting: Promise<StartedProcess> | undefined
  let reportFailure: (reason: string) => void = () => undefined
  const failure = new Promise<string>((resolve) => {
    reportFailure = resolve
  })

  async function run(): Promise<StartedProcess> {
    const program = await start()
    void program.exited.then((code) => reportFailure(`It ended with ${code}`))
    return program
  }

  async function forward(socket: Socket): Promise<void> {
    starting ??= run()
    const program = await starting
    await program.ready
    if (isStopped || socket.destroyed) return
    pipeline(socket, connect(program.port, host), socket, () => undefined)
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    forward(socket).catch((error) => {
      socket.destroy()
      reportFailure(error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    failure,
    stop: async () => {
      isStopped = true
      server.close()
      for (const socket of sockets) socket.destroy()
      const program = await starting?.catch(() => undefined)
      await program?.stop()
    },
  }
}
