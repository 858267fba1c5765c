import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { socketPathOf } from '../adapters/command-socket/protocol.ts'
import { serveStores } from '../adapters/command-socket/serve-stores.ts'
import { createRecoveryCommands } from '../core/embedded/recovery-commands.ts'
import type { Stores } from '../ports/stores/stores.ts'
import { migratePostgres, openPostgresStores, openSqliteStores } from '../store/stores.ts'
import { startPostgres, type TestPostgres } from '../store/testing/postgres.ts'
import { createOpenStores } from './open-stores.ts'
import { createTestCli } from './testing/test-cli.ts'

let folder = ''
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
})
afterAll(() => postgres.stop())
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'drawbridge-jobs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'drawbridge.db')

type CommandWorld = {
  readonly stores: Stores
  readonly cli: ReturnType<typeof createTestCli>
  readonly close: () => Promise<void>
}

/** A running server on SQLite, which commands reach through its socket. */
async function onSqlite(): Promise<CommandWorld> {
  const stores = await openSqliteStores({ file: file() })
  const socket = await serveStores(
    { ...stores, recoveryCommands: createRecoveryCommands(stores.recoveries, Date.now) },
    socketPathOf(file()),
  )
  const cli = createTestCli(folder, [], { openStores: createOpenStores(folder) })
  const close = async () => {
    await socket.close()
    await stores.close()
  }
  return { stores, cli, close }
}

async function onPostgres(): Promise<CommandWorld> {
  const url = await postgres.createDatabase()
  await migratePostgres({ url })
  const stores = await openPostgresStores({ url })
  const environment = { DRAWBRIDGE_DATABASE: url }
  const cli = createTestCli(folder, [], { openStores: createOpenStores(folder), environment })
  return { stores, cli, close: stores.close }
}

/** Adds dead jobs, and one that is due; returns the ids of the dead ones. */
async function addJobs({ jobs }: Stores, count: number): Promise<readonly string[]> {
  for (let job = 0; job < count; job += 1)
    await jobs.add({ kind: 'post-analytics', payload: 'ada@example.org', runAtMs: job })
  const claimed = await jobs.claim(['post-analytics'], count, count, count)
  for (const [at, { id }] of claimed.entries())
    await jobs.markDead(id, Date.UTC(2026, 0, 1, 0, 0, at), 'OutboundError')
  await jobs.add({ kind: 'post-reports', payload: 1, runAtMs: 0 })
  return claimed.map(({ id }) => id)
}

describe.each([
  ['SQLite, while its server runs', onSqlite],
  ['PostgreSQL', onPostgres],
])('jobs on %s', (_, open) => {
  it('list › dead jobs, without payloads', async () => {
    const { stores, cli, close } = await open()
    const [first, second] = await addJobs(stores, 2)
    const { exitCode, out } = await cli.execute('jobs', 'list')
    expect([exitCode, out.split('\n').map((line) => line.replace(/ +/g, ' '))]).toEqual([
      0,
      [
        'ID KIND FAILED ATTEMPTS REASON',
        `${second} post-analytics 2026-01-01T00:00:01.000Z 1 OutboundError`,
        `${first} post-analytics 2026-01-01T00:00:00.000Z 1 OutboundError`,
        '2 failed for good, 1 waiting.',
      ],
    ])
    const json = await cli.execute('jobs', 'list', '--json')
    expect(JSON.parse(json.out)).toMatchObject({ waiting: 1, dead: 2, jobs: [{ id: second }, { id: first }] })
    expect(out + json.out).not.toContain('ada@')
    await close()
  })

  it('retry › makes the job due again', async () => {
    const { stores, cli, close } = await open()
    const [first = ''] = await addJobs(stores, 2)
    expect(await cli.execute('jobs', 'retry', first)).toMatchObject({ exitCode: 0, out: 'Due again: 1 job.' })
    expect(await stores.jobs.counts()).toEqual({ waiting: 2, dead: 1 })
    const now = Date.UTC(2026, 0, 1)
    expect(await stores.jobs.claim(['post-analytics'], 9, now - 1, now)).toEqual([])
    expect(await stores.jobs.claim(['post-analytics'], 9, now, now + 1)).toMatchObject([
      { id: first, attempt: 1 },
    ])
    await close()
  })

  it('drop › deletes the job', async () => {
    const { stores, cli, close } = await open()
    const [first = ''] = await addJobs(stores, 2)
    expect(await cli.execute('jobs', 'drop', first, '--json')).toMatchObject({
      exitCode: 0,
      out: '{"count":1}',
    })
    expect(await stores.jobs.counts()).toEqual({ waiting: 1, dead: 1 })
    await close()
  })

  it('--all › acts on all dead jobs and no others', async () => {
    const { stores, cli, close } = await open()
    await addJobs(stores, 3)
    expect((await cli.execute('jobs', 'retry', '--all')).out).toBe('Due again: 3 jobs.')
    expect(await stores.jobs.counts()).toEqual({ waiting: 4, dead: 0 })
    expect((await cli.execute('jobs', 'drop', '--all')).out).toBe('Deleted 0 jobs.')
    expect(await stores.jobs.counts()).toEqual({ waiting: 4, dead: 0 })
    await close()
  })

  it('id of no dead job › exit code 1, nothing changes', async () => {
    const { stores, cli, close } = await open()
    await addJobs(stores, 1)
    const [waiting] = await stores.jobs.claim(['post-reports'], 1, 0, 1)
    for (const command of ['retry', 'drop'])
      expect(await cli.execute('jobs', command, waiting?.id ?? '')).toEqual({
        ...{ exitCode: 1, out: '' },
        errors: `No job that failed for good has the id ${waiting?.id}. drawbridge jobs list prints them.`,
      })
    expect(await stores.jobs.counts()).toEqual({ waiting: 1, dead: 1 })
    await close()
  })
})

it.each([
  [['jobs', 'retry'], 'Name the id of one job, or --all.'],
  [['jobs', 'drop', 'a', '--all'], 'Name the id of one job, or --all.'],
  [['jobs'], 'drawbridge jobs needs a command: list, retry, drop.'],
  [['jobs', 'lst'], 'drawbridge jobs has no command "lst"; did you mean list?'],
])('%j › exit code 2', async (argv, errors) => {
  const cli = createTestCli(folder, [], { openStores: createOpenStores(folder) })
  expect(await cli.execute(...argv)).toEqual({ exitCode: 2, out: '', errors })
})
