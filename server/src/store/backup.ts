import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Queries } from './database.ts'
import { migrationStatus, SchemaVersionError } from './migrate.ts'
import { migrations } from './migrations.ts'
import { parseRow, type TableName, tableNames, tables } from './tables.ts'

/** Version of the backup's lines. Raise it when `restore` could not read a change. */
export const backupFormat = 1
/** Rows read by one query. */
const pageSize = 500

/**
 * Writes every row of one snapshot as JSON lines without line feeds: `{ format, migration, takenAtMs }`; then `{ table, row
 * }` for each row, ordered by table and key, identical for both databases; last `{ end, sha256 }` with the number of rows of
 * each table and the hash of the preceding lines, each with a line feed.
 * @param write gets one line after another; the next line waits for its promise.
 * @throws SchemaVersionError when the database is not migrated
 * @throws StoredDataError when a row cannot be read
 */
export function backup(
  { kind, snapshot }: Pick<Database, 'kind' | 'snapshot'>,
  nowMs: number,
  write: (line: string) => Promise<void>,
): Promise<void> {
  return snapshot(async (db) => {
    const { applied, pending } = await migrationStatus({ kind, read: db }, migrations)
    const migration = applied.at(-1)
    if (migration === undefined || pending.length > 0)
      throw new SchemaVersionError('The database is not migrated. Run `drawbridge migrate` first.')
    const hash = createHash('sha256')
    const writeHashed = async (value: object) => {
      const line = JSON.stringify(value)
      hash.update(`${line}\n`)
      await write(line)
    }
    await writeHashed({ format: backupFormat, migration, takenAtMs: nowMs })
    const end: Record<string, number> = {}
    for (const table of tableNames) {
      end[table] = 0
      for await (const row of rowsOf(db, table)) {
        await writeHashed({ table, row })
        end[table] += 1
      }
    }
    await write(JSON.stringify({ end, sha256: hash.digest('hex') }))
  })
}

/** The rows of a table, ordered by key. */
async function* rowsOf(db: Queries, table: TableName): AsyncGenerator<object> {
  const { key } = tables[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last: readonly unknown[] | undefined
  do {
    const after = last === undefined ? sql`` : sql`WHERE (${columns}) > (${sql.join(last)})`
    const { rows } = await sql`
      SELECT * FROM ${sql.table(table)} ${after} ORDER BY ${columns} LIMIT ${pageSize}
    `.execute(db)
    const parsed = rows.map((row) => parseRow(table, row))
    yield* parsed
    const end = parsed.length < pageSize ? undefined : parsed.at(-1)
    last = end && key.map((column): unknown => Reflect.get(end, column))
  } while (last !== undefined)
}
