import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { migratePostgres, openPostgresStores } from './stores.ts'
import { tables } from './tables.ts'
import { startPostgres, type TestPostgres } from './testing/postgres.ts'
import { storeSuite } from './testing/store-suite.ts'

let postgres: TestPostgres
let connections: readonly [Database, Database]

beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
  const url = await postgres.createDatabase()
  connections = [openPostgresDatabase({ url }), openPostgresDatabase({ url })]
  await migrate(connections[0], migrations, 0)
}, 60_000)
afterAll(async () => {
  for (const connection of connections) await connection.close()
  await postgres.stop()
}, 60_000)

describe('postgres', () => {
  storeSuite(async () => ({
    connections,
    end: async () => {
      await sql`TRUNCATE ${sql.join(Object.keys(tables).map((name) => sql.table(name)))}`.execute(
        connections[0].read,
      )
    },
  }))
})

describe('postgres database', () => {
  test('stores › database not migrated › error with the command', async () => {
    const url = await postgres.createDatabase()
    await expect(openPostgresStores({ url })).rejects.toThrow('Run `drawbridge migrate` first')
  })

  test('migrate › five processes at once › apply each migration once', async () => {
    const url = await postgres.createDatabase()
    const results = await Promise.all(Array.from({ length: 5 }, () => migratePostgres({ url })))
    expect(results.flat()).toEqual(migrations.map(({ id }) => id))
    const stores = await openPostgresStores({ url })
    await stores.check()
    await stores.close()
  })

  test('stores › database of a newer version › do not open', async () => {
    const url = await postgres.createDatabase()
    const database = openPostgresDatabase({ url })
    const newer = { id: '9999-newer', statements: () => ['CREATE TABLE z (n BIGINT)'] }
    await migrate(database, [...migrations, newer], 0)
    await database.close()
    await expect(openPostgresStores({ url })).rejects.toThrow('The database has migration 9999-newer')
  })

  test('database › URL of another scheme › rejects without any part of it', () => {
    for (const url of ['mysql://user:secret@host/a', 'secret', ''])
      expect(() => openPostgresDatabase({ url })).toThrow(/^The URL of the database must begin with postgres/)
  })

  test('database › server unavailable › rejects without the password', async () => {
    const failure = await openPostgresStores({ url: 'postgres://user:secret@127.0.0.1:1/a' }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Error)
    expect(inspect(failure)).not.toContain('secret')
  })

  test('integers › up to 2^53 › numbers; above it rejects', async () => {
    const [{ read }] = connections
    const { rows } = await sql`SELECT ${Number.MAX_SAFE_INTEGER}::int8 AS n`.execute(read)
    expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
    await expect(sql`SELECT 9007199254740993::int8 AS n`.execute(read)).rejects.toThrow(RangeError)
  })
})
