import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from '../../../shared/zod.ts'
import type { Stores } from '../ports/stores/stores.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { createStores } from './stores.ts'
import { eventsEndMs, fillUsers, perUser, type Stored } from './testing/fill-users.ts'
import { startPostgres, type TestPostgres } from './testing/postgres.ts'
import { openSqliteFiles } from './testing/sqlite-files.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'
const users = isLong ? 100_000 : 1_000
/** Number of users with events, ten each: their size does not depend on the other users. */
const eventUsers = users / 10
const timeout = isLong ? 1_800_000 : 60_000

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
}, 60_000)
afterAll(() => postgres.stop(), 60_000)
const files = openSqliteFiles()

const sizeSchema = z.object({ size: z.coerce.number() })
/** Bytes on disk, tables and indexes. Dead rows are counted; autovacuum reuses their space, as VACUUM does here. */
const sizeQueries = {
  sqlite: sql`SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()`,
  postgres: sql`SELECT pg_database_size(current_database()) AS size`,
}

async function sizeOf({ kind, read }: Database): Promise<number> {
  if (kind === 'postgres') await sql`VACUUM`.execute(read)
  const { rows } = await sizeQueries[kind].execute(read)
  return z.parse(sizeSchema, rows[0]).size
}

const openers = {
  SQLite: () => openSqliteDatabase(files.path()),
  PostgreSQL: async () => openPostgresDatabase({ url: await postgres.createDatabase() }),
}

/** Concurrent writes: SQLite commits many at once; PostgreSQL has ten connections. */
const concurrencyOf = { sqlite: 128, postgres: 8 } as const

const storedParts: readonly Stored[] = ['session', 'email', 'name', 'order', 'event']

/** Bytes that one user adds per part: measured in halves, to detect growth that is not proportional. */
async function grow(database: Database, stores: Stores, part: Stored) {
  const count = part === 'event' ? eventUsers : users
  const sizes = [await sizeOf(database)]
  for (const _ of [1, 2]) {
    await fillUsers(stores, part, count / 2, concurrencyOf[database.kind])
    sizes.push(await sizeOf(database))
  }
  const [before = 0, half = 0, after = 0] = sizes
  const rows = count * perUser[part]
  return { bytes: (after - before) / rows, halves: [half - before, after - half] as const }
}

/** Maximum bytes per row, with indexes: an additional column or index exceeds it. */
const rowMaxBytes: Readonly<Record<Stored, number>> = {
  session: 1_000,
  email: 650,
  name: 650,
  order: 2_000,
  event: 750,
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  '%s › users with sessions, addresses, names and orders › bytes of each',
  { timeout },
  async (name) => {
    const database = await openers[name]()
    try {
      await migrate(database, migrations, 0)
      const stores = createStores(database)
      const perRow: Partial<Record<Stored, number>> = {}
      for (const part of storedParts) {
        const { bytes, halves } = await grow(database, stores, part)
        perRow[part] = Math.round(bytes)
        expect(bytes).toBeGreaterThan(0)
        if (!isLong) continue
        expect(bytes).toBeLessThan(rowMaxBytes[part])
        expect(halves[1]).toBeLessThan(halves[0] * 1.1)
      }
      const full = await sizeOf(database)
      await stores.deleteExpired(eventsEndMs)
      await sizeOf(database)
      await fillUsers(stores, 'event', eventUsers, concurrencyOf[database.kind])
      const bytesOf = (part: Stored) => Math.round((perRow[part] ?? 0) * perUser[part])
      const permanentBytes = storedParts
        .filter((part) => part !== 'event')
        .reduce((sum, part) => sum + bytesOf(part), 0)
      process.stdout.write(
        `${name}, ${users} users: ${JSON.stringify(perRow)} bytes a row, ${permanentBytes} a user, ${bytesOf('event')} more with events\n`,
      )
      // Later events reuse the space of expired ones.
      expect(await sizeOf(database)).toBeLessThan(full * 1.1)
    } finally {
      await database.close()
    }
  },
)
