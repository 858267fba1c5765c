import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobWorker } from '../core/job-worker.ts'
import type { Stores } from '../ports/stores/stores.ts'
import { migratePostgres, openPostgresStores } from './stores.ts'
import { startPostgres, type TestPostgres } from './testing/postgres.ts'

const rounds = process.env.DRAWBRIDGE_LONG === '1' ? 100 : 4
const jobsPerRound = 60
/** Longer than the lock of a job. */
const laterMs = 61_000
/** Inside the repository, so that the runner can resolve the driver. */
const bundles = join(import.meta.dirname, `../../../.tmp/job-runner-${process.pid}`)

let postgres: TestPostgres
let url: string
let stores: Stores
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['libsql', 'libsql/promise', 'pg'] },
    build: {
      ssr: join(import.meta.dirname, 'testing/job-runner.ts'),
      outDir: bundles,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'runner.mjs' } },
    },
  })
  postgres = await startPostgres({ isDurable: false })
  url = await postgres.createDatabase()
  await migratePostgres({ url })
  stores = await openPostgresStores({ url })
}, 120_000)
afterAll(async () => {
  await stores?.close()
  await postgres?.stop()
  rmSync(bundles, { recursive: true, force: true })
}, 60_000)

/** Starts a process that runs jobs, and kills it after some of them. */
async function runAndKill(runs: number): Promise<void> {
  const child = spawn(process.execPath, [join(bundles, 'runner.mjs'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let count = 0
  for await (const chunk of child.stdout) {
    count += chunk.length
    if (count >= runs) break
  }
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
}

test('jobs › processes killed while they run them › the next one completes all', {
  timeout: 30_000 + rounds * 10_000,
}, async () => {
  const ids: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (let n = 0; n < jobsPerRound; n += 1) {
      ids.push(`${round}-${n}`)
      await stores.jobs.add({ kind: 'mark', payload: `${round}-${n}`, runAtMs: 0 })
    }
    await runAndKill(1 + ((round * 17) % (jobsPerRound - 20)))
  }
  expect((await stores.jobs.counts()).waiting).toBeGreaterThan(0)
  const done: unknown[] = []
  const ignore = () => undefined
  const worker = createJobWorker({
    store: stores.jobs,
    handlers: { mark: async (payload) => void done.push(payload) },
    recurring: {},
    clock: () => Date.now() + laterMs,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  })
  await worker.runDue()
  expect(await stores.jobs.counts()).toEqual({ waiting: 0, dead: 0 })
  for (const id of ids)
    if (!done.includes(id)) expect(await stores.settings.getOrAdd(`done ${id}`, 'lost')).toBe('1')
})
