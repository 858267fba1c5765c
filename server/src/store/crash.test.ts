import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isInRotation } from '../../../shared/testing/rotation.ts'
import * as z from '../../../shared/zod.ts'
import type { Database } from './database.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { createStores, migratePostgres, openSqliteStores } from './stores.ts'
import { findWalletLosses, walletSteps, writeWalletsUntilFailure } from './testing/crash-wallet-writes.ts'
import { findLosses, type Report, reportSchema, writeUntilFailure } from './testing/crash-writes.ts'
import { queryPostgres, startPostgres } from './testing/postgres.ts'
import { openSqliteFiles } from './testing/sqlite-files.ts'

const rounds = process.env.DRAWBRIDGE_LONG === '1' ? 200 : 5
const timeoutMs = rounds * 15_000
/** Inside the repository, so that the writer can resolve the driver. */
const bundles = join(import.meta.dirname, `../../../.tmp/crash-writer-${process.pid}`)

const files = openSqliteFiles()

/** What a writer writes, and what is compared once the database is open again. */
type Workload = {
  readonly written: 'sites' | 'wallets'
  readonly write: typeof writeUntilFailure
  /** How many reports a round waits for before the kill: differs per round. */
  readonly reportsOf: (round: number) => number
  readonly expectWhole: (database: Database, reports: readonly Report[]) => Promise<void>
  /** Whether each kind of write was acknowledged in some round. */
  readonly expectAll: (reports: readonly Report[]) => void
}

// A single file starts in a fifth of the time, and every round starts a process.
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['libsql', 'libsql/promise', 'pg'] },
    build: {
      ssr: join(import.meta.dirname, 'testing/crash-writer.ts'),
      outDir: bundles,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
  })
}, 120_000)
afterAll(() => rmSync(bundles, { recursive: true, force: true }))

/** @param target SQLite file or PostgreSQL URL. */
function startWriter(target: string, round: number, written: Workload['written'] = 'sites') {
  return spawn(process.execPath, [join(bundles, 'writer.mjs'), target, `${round}`, written], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts a writer, kills it after some reports, and returns everything it has printed. */
async function writeAndKill(
  { written, reportsOf }: Workload,
  target: string,
  round: number,
): Promise<readonly Report[]> {
  const child = startWriter(target, round, written)
  const ended = once(child, 'exit')
  const reports: Report[] = []
  let isKilled = false
  for await (const line of createInterface({ input: child.stdout })) {
    // The kill may truncate the last line.
    if (isKilled && !line.endsWith('}')) break
    reports.push(z.parse(reportSchema, JSON.parse(line)))
    if (!isKilled && reports.length >= reportsOf(round)) isKilled = child.kill('SIGKILL')
  }
  const [, signal] = await ended
  expect(signal).toBe('SIGKILL')
  return reports
}

/** Compares the tables with the nonces that were acknowledged and not taken, and with the spendings. */
async function expectSitesWhole(database: Database, reports: readonly Report[]): Promise<void> {
  expect(await findLosses(createStores(database), reports)).toEqual([])
  const idsOf = (did: Report['did']) => reports.filter((report) => report.did === did).map(({ id }) => id)
  const nonces = await database.read.selectFrom('nonces').select('token_hash').execute()
  const stored = new Set(nonces.map((row) => row.token_hash))
  const taking = new Set(idsOf('taking'))
  expect(idsOf('nonce').filter((id) => !stored.has(id) && !taking.has(id))).toEqual([])
  const spendings = await database.read.selectFrom('smart_session_spending').selectAll().execute()
  for (const id of new Set(idsOf('spending'))) {
    const spent = Number(spendings.find(({ pci }) => pci === `writer-${id}`)?.spent ?? 0)
    expect(spent).toBeGreaterThanOrEqual(idsOf('spent').filter((one) => one === id).length)
    expect(spent).toBeLessThanOrEqual(idsOf('spending').filter((one) => one === id).length)
  }
}

const sites: Workload = {
  ...{ written: 'sites', write: writeUntilFailure, expectWhole: expectSitesWhole },
  reportsOf: (round) => 1 + ((round * 97) % 211),
  expectAll: (reports) => expect(new Set(reports.map(({ did }) => did)).size).toBe(8),
}

const wallets: Workload = {
  ...{ written: 'wallets', write: writeWalletsUntilFailure },
  reportsOf: (round) => 1 + ((round * 397) % 901),
  expectWhole: async (database, reports) =>
    expect(await findWalletLosses(database, createStores(database), reports)).toEqual([]),
  expectAll: (reports) => {
    const stored = new Set(reports.flatMap(({ did, id }) => (did === 'stored' ? [id.split(' ')[1]] : [])))
    expect([...stored].toSorted()).toEqual(walletSteps.toSorted())
  },
}

const workloads = [
  ['sites', sites],
  ['wallets', wallets],
] as const

/** Each commit runs one workload per database, the long run both. */
const ofRun = (parts: readonly [sites: number, wallets: number]) =>
  workloads.filter((_, index) => isInRotation(parts[index] ?? 0, { of: 2 }))

test.each(ofRun([0, 1]))(
  'sqlite › process that writes %s killed › has every acknowledged write',
  {
    timeout: timeoutMs,
  },
  async (_name, workload) => {
    const file = files.path()
    const all: Report[] = []
    for (let round = 0; round < rounds; round++) {
      const reports = await writeAndKill(workload, file, round)
      all.push(...reports)
      const database = await openSqliteDatabase(file)
      await workload.expectWhole(database, round === rounds - 1 ? all : ofRound(all, reports))
      await database.close()
    }
    workload.expectAll(all)
  },
)

/** What is checked after a round: its own writes, and the spendings of all rounds, which have one sum. */
const ofRound = (all: readonly Report[], reports: readonly Report[]): readonly Report[] => {
  const isSpending = ({ did }: Report) => did === 'spending' || did === 'spent'
  return [...all.filter(isSpending), ...reports.filter((report) => !isSpending(report))]
}

test('sqlite › file of a running process › rejects until the process is killed', {
  timeout: 60_000,
}, async () => {
  const file = files.path()
  const child = startWriter(file, 0)
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdout.resume()
  await expect(openSqliteStores({ file })).rejects.toThrow(`Another process has opened the database ${file}`)
  const second = startWriter(file, 1)
  second.stdout.resume()
  const errors = await second.stderr.toArray()
  expect(errors.join('')).toContain(`Another process has opened the database ${file}`)
  child.kill('SIGKILL')
  await ended
  files.closeLater(await openSqliteStores({ file }))
})

test.each(ofRun([1, 0]))(
  'postgres › server killed while it writes %s › has every acknowledged write',
  {
    timeout: timeoutMs,
  },
  async (_name, workload) => {
    const postgres = await startPostgres({ isDurable: true })
    const url = await postgres.createDatabase()
    await migratePostgres({ url })
    const all: Report[] = []
    const database = openPostgresDatabase({ url })
    try {
      for (let round = 0; round < rounds; round++) {
        const reports: Report[] = []
        const writing = new Promise<void>((resolve) => {
          const ended = workload.write(createStores(database), `${round}`, (report) => {
            reports.push(report)
            if (reports.length === workload.reportsOf(round)) resolve(postgres.crash().then(() => ended))
          })
        })
        await writing
        all.push(...reports)
        await workload.expectWhole(database, round === rounds - 1 ? all : ofRound(all, reports))
      }
    } finally {
      await database.close()
      await postgres.stop()
    }
    workload.expectAll(all)
  },
)

/** Resolves once the connections of a killed process have ended: a statement that it has sent may still run. */
async function connectionsEnded(url: string): Promise<void> {
  const others = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
  while ((await queryPostgres(url, others)).length > 0);
}

test.runIf(isInRotation(1, { of: 2 }))(
  'postgres › process that writes wallets killed › has every acknowledged write',
  {
    timeout: timeoutMs,
  },
  async () => {
    const postgres = await startPostgres({ isDurable: true })
    try {
      const url = await postgres.createDatabase()
      await migratePostgres({ url })
      const all: Report[] = []
      for (let round = 0; round < rounds; round++) {
        const reports = await writeAndKill(wallets, url, round)
        await connectionsEnded(url)
        all.push(...reports)
        const database = openPostgresDatabase({ url })
        await wallets.expectWhole(database, round === rounds - 1 ? all : reports)
        await database.close()
      }
      wallets.expectAll(all)
    } finally {
      await postgres.stop()
    }
  },
)
