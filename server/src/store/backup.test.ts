import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from '../../../shared/zod.ts'
import type { Stores } from '../ports/stores/stores.ts'
import { backup } from './backup.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { NotEmptyError, RestoreError, restore } from './restore.ts'
import { openSqliteDatabase, sqliteSnapshots } from './sqlite-database.ts'
import { createStores } from './stores.ts'
import { tableNames } from './tables.ts'
import { testOneTimeCode, testVaultTicket } from './testing/counter-suite.ts'
import { testDeletion } from './testing/deletion-suite.ts'
import { testAudit, testEmbeddedSession, testIdentity } from './testing/embedded-user-suite.ts'
import { testFarcasterAnswer, testFarcasterAttempt } from './testing/farcaster-attempt-suite.ts'
import { testName } from './testing/name-suite.ts'
import { testOrder, testOrderEvent } from './testing/order-suite.ts'
import { testPasskey } from './testing/passkey-suite.ts'
import { startPostgres, type TestPostgres } from './testing/postgres.ts'
import { testProject } from './testing/project-suite.ts'
import { testRecovery } from './testing/recovery-suite.ts'
import { testSharedEmail } from './testing/shared-email-suite.ts'
import { testCode, testNonce, testSignIn } from './testing/sign-in-suite.ts'
import { testSmartSession } from './testing/smart-session-suite.ts'
import { testSocialAttempt } from './testing/social-attempt-suite.ts'
import { testSpendingLimit } from './testing/spending-limit-suite.ts'
import { openSqliteFiles } from './testing/sqlite-files.ts'
import { testTransfer } from './testing/transfer-suite.ts'

const rowSchema = z.object({ table: z.string() })
const files = openSqliteFiles()
let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
}, 60_000)
afterAll(() => postgres.stop(), 60_000)

const openSqlite = async (file = files.path()) => files.closeLater(await openSqliteDatabase(file))
const openPostgres = async () =>
  files.closeLater(openPostgresDatabase({ url: await postgres.createDatabase() }))

async function backupOf(source: Pick<Database, 'kind' | 'snapshot'>): Promise<string[]> {
  const lines: string[] = []
  await backup(source, 1_234, async (line) => {
    lines.push(line)
  })
  return lines
}

async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** At least one row in every table, more than a page in one, and texts that the two databases could order differently. */
async function fill(stores: Stores): Promise<void> {
  const { projects, signIns, names, mailboxes, smartSessions, orders, jobs, events, settings } = stores
  for (const id of ['a', 'B', 'é', 'Z-z', 'a b', '😀', '\uffee'])
    await projects.add(testProject({ key: id, id }))
  await projects.rotate('a', 'new', 5_000)
  await Promise.all(
    Array.from({ length: 1_203 }, (_, n) => signIns.addNonce(testNonce({ tokenHash: `${n}` }))),
  )
  await signIns.addSession(testSignIn({ email: 'ada@example.org' }))
  await signIns.addCode(testCode())
  await signIns.attemptCode('c1', 5, 0)
  await signIns.confirmCode('c1', 2_000)
  await names.register(testName({ avatar: 'https://a.example/"a"\n.png' }))
  await mailboxes.open('m1', 1_000, 0)
  await mailboxes.recordReader('m1', 'to-frame', 900)
  for (const sequence of [10, 9, 1])
    await mailboxes.post('m1', 'to-window', { sequence, sealed: 'x' }, 100, 0)
  await smartSessions.add(testSmartSession())
  await smartSessions.revoke('k1', 'p1', 77)
  const spending = { projectKey: 'k1', pci: 'p1', permission: 0, period: 3 }
  await smartSessions.spend(spending, 2n ** 200n, 2n ** 201n)
  await orders.add(testOrder())
  const sent = { is: 'sent', transactionHash: '0xab' } as const
  await orders.apply(testOrderEvent(sent), 9_000)
  await jobs.add({ kind: 'mail', payload: { to: ['é'] }, runAtMs: Number.MAX_SAFE_INTEGER })
  const [deadJob] = await jobs.claim(['mail'], 1, Number.MAX_SAFE_INTEGER, 0)
  await jobs.markDead(deadJob?.id ?? '', 7, 'TypeError')
  const event = { kind: 'csp-report', projectKey: undefined, receivedAtMs: 1, content: { a: 'é' } } as const
  await events.add([event, { ...event, kind: 'analytics', projectKey: 'a' }], 2)
  await settings.getOrAdd('picture-key', 'c2VjcmV0')
  await fillEmbedded(stores)
}

async function fillEmbedded(stores: Stores): Promise<void> {
  const { embeddedUsers, passkeys, envelopes, vaultTickets, oneTimeCodes, counters } = stores
  const { socialAttempts, farcasterAttempts } = stores
  const deleted = testIdentity({ subject: 'eve@example.org' })
  await embeddedUsers.logIn(deleted, { id: 'u0', walletId: 'w0' }, testEmbeddedSession(), testAudit('a8'))
  await embeddedUsers.deleteUser('u0', testAudit('a9', { event: 'user-deleted' }))
  const newUser = { id: 'u1', walletId: 'w1' }
  await embeddedUsers.logIn(testIdentity({ name: 'é' }), newUser, testEmbeddedSession(), testAudit('a1'))
  const envelope = {
    id: 'e1',
    userId: 'u1',
    kind: 'recovery',
    deviceId: undefined,
    passkeyId: undefined,
  } as const
  await envelopes.add({ ...envelope, sealedKey: 'v1.a.key', createdAtMs: 1 }, testAudit('a2'))
  const accounts = { eip155: '0x1', solana: 's', polkadot: '0x2' }
  await envelopes.complete({ userId: 'u1', id: 'e1', sealed: 's1' }, accounts, testAudit('a3'))
  await passkeys.add(testPasskey({ name: 'é' }), 2, testAudit('a4'))
  await vaultTickets.add(testVaultTicket())
  await oneTimeCodes.add(testOneTimeCode())
  await socialAttempts.add(testSocialAttempt())
  await farcasterAttempts.add(testFarcasterAttempt())
  await farcasterAttempts.recordAnswer('f1', testFarcasterAnswer())
  await stores.transfers.start(testTransfer())
  await stores.transfers.put('t1', 'key', 'é', 0)
  await stores.recoveries.add(testRecovery({ deviceId: 'd1' }), 0)
  await stores.deletions.add(testDeletion(), 0)
  await stores.sharedEmails.set(testSharedEmail())
  await stores.spendingLimits.add(testSpendingLimit({ maximum: 2n ** 256n - 1n }), 1, testAudit('a5'))
  const claim = { id: 'l1', keyThumbprint: 'f1', claimId: 'c1', amount: 2n ** 255n }
  await stores.spendingLimits.claim(claim, 0, testAudit('a6'))
  await counters.count('a', 1, 1_000, 0)
  await counters.claim('a', 1_000)
}

async function filledSqlite(file = files.path()): Promise<Database> {
  const database = await openSqlite(file)
  await migrate(database, migrations, 0)
  await fill(createStores(database))
  return database
}

const isEmpty = async ({ read }: Database) => {
  const counts = tableNames.map(async (name) => (await read.selectFrom(name).selectAll().execute()).length)
  return (await Promise.all(counts)).every((count) => count === 0)
}

test('backup › SQLite to Postgres to SQLite › same lines each time', { timeout: 60_000 }, async () => {
  const first = await backupOf(await filledSqlite())
  const second = await openPostgres()
  expect(await restore(second, stream(first), 0)).toBe(first.length - 2)
  expect(await backupOf(second)).toEqual(first)
  const third = await openSqlite()
  await restore(third, stream(await backupOf(second)), 0)
  expect(await backupOf(third)).toEqual(first)
  const tables = new Set(first.slice(1, -1).map((line) => z.parse(rowSchema, JSON.parse(line)).table))
  expect([...tables]).toEqual(tableNames)
  const stores = createStores(third)
  expect(await stores.projects.find('a', 0)).toEqual(testProject({ key: 'a', id: 'new' }))
  expect(await stores.signIns.consumeNonce('1202', 0)).toEqual(testNonce({ tokenHash: '1202' }))
})

test('backup › first and last line › format, migration, time, counts and hash', async () => {
  const database = await openSqlite()
  await migrate(database, migrations, 0)
  const [first = '', last = '', ...others] = await backupOf(database)
  expect(JSON.parse(first)).toEqual({ format: 1, migration: migrations.at(-1)?.id, takenAtMs: 1_234 })
  expect(JSON.parse(last)).toEqual({
    end: Object.fromEntries(tableNames.map((name) => [name, 0])),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(others).toEqual([])
})

test('backup › rows added while it runs › contains none of them', async () => {
  const file = files.path()
  const { projects, signIns } = createStores(await filledSqlite(file))
  const before = await backupOf(sqliteSnapshots(file))
  const during: string[] = []
  await backup(sqliteSnapshots(file), 1_234, async (line) => {
    during.push(line)
    if (during.length > 1) return
    await projects.add(testProject({ key: 'later', id: 'later' }))
    await signIns.addSession(testSignIn({ tokenHash: 'later' }))
  })
  expect(during).toEqual(before)
  expect(await backupOf(sqliteSnapshots(file))).toHaveLength(before.length + 3)
})

test('backup › database not migrated › error with the command', async () => {
  await expect(backupOf(await openSqlite())).rejects.toThrow('Run `drawbridge migrate` first')
})

test('restore › database with rows › rejects, rows unchanged', async () => {
  const lines = await backupOf(await filledSqlite())
  for (const database of [await openSqlite(), await openPostgres()]) {
    await migrate(database, migrations, 0)
    await createStores(database).jobs.add({ kind: 'mail', payload: 1, runAtMs: 0 })
    await expect(restore(database, stream(lines), 0)).rejects.toThrow(
      'The database is not empty: table jobs has rows',
    )
    expect(await database.read.selectFrom('jobs').selectAll().execute()).toHaveLength(1)
  }
})

test('restore › seeded project only › replaced if requested and unchanged', async () => {
  const lines = await backupOf(await filledSqlite())
  const { key: _key, createdAtMs: _time, ...seeded } = testProject({ id: 'demo' })
  for (const database of [await openSqlite(), await openPostgres()]) {
    await migrate(database, migrations, 0)
    const { projects, jobs } = createStores(database)
    const restoreError = async (given = seeded) =>
      expect(restore(database, stream(lines), 0, given)).rejects.toThrow(NotEmptyError)
    await projects.add(testProject({ key: 'd', id: 'demo' }))
    await restoreError({ ...seeded, id: 'other' })
    await projects.change('d', { name: 'Mine' })
    await restoreError()
    await projects.change('d', { name: seeded.name })
    await jobs.add({ kind: 'mail', payload: 1, runAtMs: 0 })
    await restoreError()
    expect(await projects.find('demo', 0)).toBeDefined()
    await database.write((db) => db.deleteFrom('jobs').execute())
    expect(await restore(database, stream(lines), 0, seeded)).toBe(lines.length - 2)
    expect(await projects.find('demo', 0)).toBeUndefined()
  }
})

test('restore › lines truncated, changed or of another version › rejects, no rows', {
  timeout: 60_000,
}, async () => {
  const lines = await backupOf(await filledSqlite())
  const [head = '', ...rows] = lines
  const last = rows.pop() ?? ''
  const broken: readonly (readonly [string, readonly string[]])[] = [
    ['last line is missing', []],
    ['last line is missing', [head, ...rows]],
    ['hash is another one', [head, ...rows.slice(1), last]],
    ['hash is another one', [head, ...rows.map((row) => row.replace('é', 'e')), last]],
    ['is not JSON', [head, ...rows, last.slice(0, -4)]],
    ['the backup has ended before', [...lines, last]],
    ['not a backup', rows],
    ['has format 2', [head.replace('"format":1', '"format":2'), ...rows, last]],
    ['is of migration 0000-old', [head.replace(/00\d\d-\w+/, '0000-old'), ...rows, last]],
    ['is no row of a known table', [head, '{"table":"secrets","row":{}}', last]],
    ['not one of table nonces', [head, '{"table":"nonces","row":{"token_hash":1}}', last]],
  ]
  for (const database of [await openSqlite(), await openPostgres()]) {
    for (const [reason, given] of broken) {
      const failure = await restore(database, stream(given), 0).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(RestoreError)
      expect(String(failure)).toContain(reason)
      expect(await isEmpty(database)).toBe(true)
    }
    expect(await restore(database, stream(lines), 0)).toBe(rows.length)
  }
})
