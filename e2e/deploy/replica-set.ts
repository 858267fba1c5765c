import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { startPostgres } from '#server/store/testing/postgres.ts'
import { builtProgram } from './built-server.ts'
import { type RunningProcess, startProcess } from './child-process.ts'
import { freePort } from './free-port.ts'
import { request } from './https-client.ts'

const socketScript = fileURLToPath(new URL('hold-socket.pl', import.meta.url))

export type Replica = {
  readonly port: number
  readonly url: string
  /** The current process. */
  readonly process: () => RunningProcess
  /** Starts it, and waits until it is ready. */
  readonly start: () => Promise<void>
  /** Sends SIGTERM and starts it again, and waits until it is ready. @throws Error if it fails */
  readonly restart: () => Promise<void>
}

export type ReplicaSet = {
  readonly replicas: readonly Replica[]
  readonly databaseUrl: string
  /** Restarts the replicas sequentially, each when the previous one is ready. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Options = {
  readonly count: number
  /** Additional configuration. */
  readonly config?: object
  /** Keeps their ports open while they restart, as with `server/deploy/drawbridge.socket`. */
  readonly keepsPortsOpen?: boolean
}

/** Effectively no rate limit: all requests of a test have one address. */
const budget = { pointsPerMinute: 1_000_000_000, codesPerHour: 1_000_000_000 }

/** Runs several built servers over one PostgreSQL and one Redis, and waits until they are ready. */
export async function startReplicas({
  count,
  config = {},
  keepsPortsOpen = false,
}: Options): Promise<ReplicaSet> {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-replicas-'))
  const postgres = await startPostgres({ isDurable: false })
  const redisPort = await freePort()
  const redis = startProcess('redis-server', [
    ...['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
  ])
  const databaseUrl = await postgres.createDatabase()
  const settings = {
    database: databaseUrl,
    redis: `redis://127.0.0.1:${redisPort}`,
    limits: { project: budget, ip: budget, account: { pointsPerMinute: budget.pointsPerMinute } },
    ...config,
  }
  writeFileSync(join(folder, 'drawbridge.config.json'), JSON.stringify(settings))
  const program = builtProgram()
  execFileSync(process.execPath, [program, 'migrate'], { cwd: folder, env: {}, stdio: 'pipe' })

  const replicaAt = (port: number): Replica => {
    let running: RunningProcess | undefined
    const url = `http://127.0.0.1:${port}`
    const current = () => {
      if (running === undefined) throw new Error('The replica was not started')
      return running
    }
    const waitUntilReady = async () => {
      await vi.waitFor(
        async () => {
          if (!current().hasEnded() && (await request(`${url}/readyz`)).status !== 200)
            throw new Error('not ready')
        },
        { timeout: 30_000, interval: 50 },
      )
      if (current().hasEnded()) throw new Error(`drawbridge serve ended:\n${current().output()}`)
    }
    /** Number of starts of the program by the process that owns the socket. */
    const countStarts = () =>
      current()
        .output()
        .match(/^started$/gm)?.length ?? 0
    const serve = [process.execPath, program, 'serve', '--port', String(port)] as const
    const [file, ...args] = keepsPortsOpen ? (['perl', socketScript, String(port), ...serve] as const) : serve
    const start = async () => {
      running = startProcess(file, args, { cwd: folder, env: { PATH: process.env.PATH } })
      await waitUntilReady()
    }
    return {
      port,
      url,
      process: current,
      start,
      restart: async () => {
        if (keepsPortsOpen) {
          const before = countStarts()
          current().signal('SIGHUP')
          // Until the new start, the old process responds to /readyz.
          await vi.waitUntil(() => countStarts() > before || current().hasEnded(), {
            timeout: 30_000,
            interval: 50,
          })
          await waitUntilReady()
          return
        }
        await current().stop()
        const exitCode = await current().exitCode
        if (exitCode !== 0) throw new Error(`A replica ended with ${exitCode}:\n${current().output()}`)
        await start()
      },
    }
  }
  const replicas: Replica[] = []
  for (let n = 0; n < count; n += 1) replicas.push(replicaAt(await freePort()))
  await Promise.all(replicas.map((replica) => replica.start()))
  return {
    replicas,
    databaseUrl,
    restart: async () => {
      for (const replica of replicas) await replica.restart()
    },
    stop: async () => {
      await Promise.all(replicas.map((replica) => replica.process().stop()))
      await redis.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
