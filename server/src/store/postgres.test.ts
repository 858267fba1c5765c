import { sql } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openPostgresDatabase } from './postgres-database.ts'
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
