import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

export type TestRedis = {
  /** Path of its Unix socket. */
  readonly url: string
  /** Kills it by SIGKILL. */
  readonly kill: () => Promise<void>
  /** Starts it again, empty. */
  readonly start: () => Promise<void>
  /** Stops it from responding until `resume`, without closing a connection. */
  readonly pause: () => void
  readonly resume: () => void
  /** Kills it and deletes its files. */
  readonly stop: () => Promise<void>
}

/** Starts a separate Redis server, which stores nothing, on a socket in a temporary folder. */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-redis-'))
  const url = join(folder, 'redis.sock')
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn('redis-server', ['--port', '0', '--unixsocket', url, '--save', ''], { cwd: folder })
    const isResponding = async () => {
      const client = connect(url)
      await once(client, 'connect')
      client.destroy()
    }
    await vi.waitFor(isResponding, { timeout: 20_000, interval: 20 })
  }
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    url,
    start,
    kill,
    pause: () => {
      server?.kill('SIGSTOP')
    },
    resume: () => {
      server?.kill('SIGCONT')
    },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}
