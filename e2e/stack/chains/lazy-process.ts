import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { OwnProcess } from './own-process.ts'

/** A program that was started because somebody connected. */
type Started = OwnProcess & {
  /** Where it listens on loopback itself. */
  readonly port: number
  /** Resolves when it listens; rejects when it does not come up. */
  readonly ready: Promise<void>
}

/** A port of the local world whose program starts with the first connection. */
export type LazyProcess = {
  /** Ends the listening, and the program if it runs; safe to call twice. */
  readonly stop: () => Promise<void>
  /** Resolves with a reason when the program does not come up, or ends by itself. */
  readonly broken: Promise<string>
}

const host = '127.0.0.1'

/**
 * Listens on a port of loopback and starts the program there when somebody first connects; what is said meanwhile waits
 * for it. Every connection is passed on to the program, byte by byte.
 * @throws Error when the port cannot be listened on.
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
