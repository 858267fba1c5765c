import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { OwnProcess } from './own-process.ts'

/** The program that the first connection started. */
type Started = OwnProcess & {
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
  readonly broken: Promise<string>
}

const host = '127.0.0.1'

/**
 * Listens on a loopback port and calls `start` at the first connection. Data that arrives before the program listens
 * waits in the socket. Every connection is piped to the program unchanged.
 * @throws Error when it cannot listen on the port.
 */
export async function lazyProcess(port: number, start: () => Promise<Started>): Promise<LazyProcess> {
  const sockets = new Set<Socket>()
  let isStopped = false
  let starting: Promise<Started> | undefined
  let tellBroken: (reason: string) => void = () => undefined
  const broken = new Promise<string>((resolve) => {
    tellBroken = resolve
  })

  async function run(): Promise<Started> {
    const program = await start()
    void program.exited.then((code) => tellBroken(`It ended with ${code}`))
    return program
  }

  async function pass(socket: Socket): Promise<void> {
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
    pass(socket).catch((error) => {
      socket.destroy()
      tellBroken(error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    broken,
    stop: async () => {
      isStopped = true
      server.close()
      for (const socket of sockets) socket.destroy()
      const program = await starting?.catch(() => undefined)
      await program?.stop()
    },
  }
}
