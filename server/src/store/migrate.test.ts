import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrationStatus, SchemaVersionError } from './migrate.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { openSqliteStores } from './stores.ts'
import { testOrder, testOrderEvent } from './testing/order-suite.ts'
import { openSqliteFiles } from './testing/sqlite-files.ts'

const files = openSqliteFiles()
const open = async (file = files.path()) => files.closeLater(await openSqliteDatabase(file))

const step = (id: string, ...statements: string[]): Migration => ({ id, statements: () => statements })
const one = step('0001-a', 'CREATE TABLE a (n INTEGER)')
const two = step('0002-b', 'CREATE TABLE b (n INTEGER)', 'CREATE TABLE c (n INTEGER)')

test('migrate › new database › applies each once, in order', async () => {
  const database = await open()
  expect(await migrationStatus(database, [one, two])).toEqual({ applied: [], pending: ['0001-a', '0002-b'] })
  expect(await migrate(database, [one], 0)).toEqual(['0001-a'])
  expect(await migrate(database, [one, two], 0)).toEqual(['0002-b'])
  expect(await migrate(database, [one, two], 0)).toEqual([])
  expect(await migrationStatus(database, [one, two])).toEqual({ applied: ['0001-a', '0002-b'], pending: [] })
})

test('migrate › called five times at once › applies each once', async () => {
  const database = await open()
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(database, [one, two], 0)))
  expect(results.flat()).toEqual(['0001-a', '0002-b'])
})

test('migrate › a later statement fails › applies none', async () => {
  const database = await open()
  const broken = step('0002-b', 'CREATE TABLE b (n INTEGER)', 'CREATE TABLE a (n INTEGER)')
  await expect(migrate(database, [one, broken], 0)).rejects.toThrow()
  expect(await migrationStatus(database, [one, two])).toEqual({ applied: [], pending: ['0001-a', '0002-b'] })
  expect(await migrate(database, [one, two], 0)).toHaveLength(2)
})

test('migrate › migration changed after it was applied › rejects with its id', async () => {
  const database = await open()
  await migrate(database, [one], 0)
  const changed = step('0001-a', 'CREATE TABLE a (n INTEGER, m INTEGER)')
  await expect(migrate(database, [changed, two], 0)).rejects.toThrow('Migration 0001-a was changed')
  await expect(migrationStatus(database, [changed])).rejects.toThrow(SchemaVersionError)
})

test('migrate › database of a newer version › rejects with the unknown id', async () => {
  const database = await open()
  await migrate(database, [one, two], 0)
  await expect(migrate(database, [one], 0)).rejects.toThrow(
    'The database has migration 0002-b, which this version of Drawbridge does not know',
  )
})

test('migrate › migration inserted before applied ones › rejects', async () => {
  const database = await open()
  await migrate(database, [two], 0)
  await expect(migrate(database, [one, two], 0)).rejects.toThrow(
    'The database has migration 0002-b where 0001-a is expected',
  )
})

/** Databases of those who run `main` store these; a change of the schema is a new migration. */
test('migrations › on main › keep their text', async () => {
  const database = await open()
  await migrate(database, migrations, 0)
  const { rows } = await sql<{
    id: string
    checksum: string
  }>`SELECT id, checksum FROM drawbridge_migrations ORDER BY id`.execute(database.read)
  expect(rows.map(({ id, checksum }) => `${id} ${checksum.slice(0, 16)}`)).toEqual([
    '0001-first f54d72c88a1fe4dd',
    '0002-settings cd19305de5c43c1f',
    '0003-orders d95e113a25f758ad',
    '0004-jobs-and-events 5c877116f97cdaac',
    '0005-confirmations-by-code 03f05d3a1dbc8824',
    '0006-order-payments 72532e703f0bcb2a',
    '0007-embedded-wallets 50799396816f9e77',
    '0008-social-logins c31b594e8b257f84',
    '0009-ticket-ends 968caece627a41a7',
    '0010-wallet-transfers 26fba9d3b88451bf',
    '0011-assisted-recovery 0f527c7f60fc7750',
    '0012-spending-limits daa21318f6fdfaa2',
    '0013-unused-rows 404265ce2fee5be8',
    '0014-shared-emails 2449faf23df2a2b7',
    '0015-deletion-requests df05712fdeed0b83',
    '0016-device-links c423dbb50404dc9f',
  ])
})

test('stores › database of a newer version › do not open, release the file', async () => {
  const file = files.path()
  const database = await openSqliteDatabase(file)
  await migrate(database, [...migrations, step('9999-newer', 'CREATE TABLE z (n INTEGER)')], 0)
  await database.close()
  for (const _ of [1, 2])
    await expect(openSqliteStores({ file })).rejects.toThrow('The database has migration 9999-newer')
})

test('migrations › database from before orders › keeps its rows, accepts orders', async () => {
  const file = files.path()
  const before = await openSqliteDatabase(file)
  await migrate(
    before,
    migrations.filter(({ id }) => id < '0003-orders'),
    0,
  )
  await before.write((db) => db.insertInto('settings').values({ name: 'a', value: 'b' }).execute())
  await before.close()
  const stores = files.closeLater(await openSqliteStores({ file }))
  expect(await stores.settings.getOrAdd('a', 'c')).toBe('b')
  expect(await stores.orders.add(testOrder())).toMatchObject(testOrder())
  expect(await stores.orders.find('k1', 'order-1')).toMatchObject(testOrder())
})

test('migrations › orders from before payments › keep their state', async () => {
  const file = files.path()
  const before = await openSqliteDatabase(file)
  await migrate(
    before,
    migrations.filter(({ id }) => id < '0006-order-payments'),
    0,
  )
  const columns =
    'project_key, purchase, url, vendor_id, created_at_ms, expires_at_ms, provider, reference, id, state, progress, transaction_hash, reason, changed_at_ms'
  for (const [id, rest] of [
    ['a', "'waiting', 0, NULL, NULL, 1"],
    ['b', "'failed', 2, NULL, 'declined', 2"],
    ['c', "'sent', 3, '0xab', NULL, 3"],
  ])
    await before.write((db) =>
      sql
        .raw(
          `INSERT INTO orders (${columns}) VALUES ('k1', '{}', 'u', 'v', 1, 9, 'stripe', 'r${id}', '${id}', ${rest})`,
        )
        .execute(db),
    )
  await before.close()
  const { orders } = files.closeLater(await openSqliteStores({ file }))
  const stateOf = async (id: string) => (await orders.find('k1', id))?.state
  expect([await stateOf('a'), await stateOf('b'), await stateOf('c')]).toEqual([
    { is: 'waiting' },
    { is: 'failed', reason: 'declined' },
    { is: 'sent', transactionHash: '0xab' },
  ])
  await orders.apply(testOrderEvent({ is: 'processing' }, { reference: 'rb' }), 9)
  expect(await stateOf('b')).toEqual({ is: 'processing' })
})

test('migrations › listed › ids are in order', () => {
  const ids = migrations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted())
})
