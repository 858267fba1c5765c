import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from '../../../shared/zod.ts'
import { backupFormat } from './backup.ts'
import type { Database, Queries } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { deleteSeededProject, type SeededProject } from './seeded-project.ts'
import { type TableName, tableNames, tables } from './tables.ts'

/** Rows per insert statement: SQLite binds at most 32,766 values. */
const batchSize = 200

const headerSchema = z.object({ format: z.int(), migration: z.string(), takenAtMs: z.int() })
const rowSchema = z.strictObject({ table: z.enum(tableNames), row: z.unknown() })
const endSchema = z.strictObject({ end: z.record(z.string(), z.int()), sha256: z.string() })

/** The backup cannot be restored into this database. The database is unchanged. */
export class RestoreError extends Error {
  override readonly name: string = 'RestoreError'
}

/** The database is not empty; its rows are unchanged. */
export class NotEmptyError extends RestoreError {
  override readonly name = 'NotEmptyError'
}

/**
 * Migrates an empty database and inserts the rows of a backup, all of them or none. No other process may use the database.
 * @param lines lines of `backup`, from either kind of database.
 * @param seeded the project that a server adds to an empty database: a database with this project unchanged and no other row
 * counts as empty. Absent: only a database without rows does.
 * @returns the number of rows.
 * @throws NotEmptyError when the database has rows
 * @throws RestoreError when the lines are not a complete backup of this version
 */
export async function restore(
  database: Database,
  lines: AsyncIterable<string>,
  nowMs: number,
  seeded?: SeededProject,
): Promise<number> {
  await migrate(database, migrations, nowMs)
  return database.transact(async (db) => {
    if (database.kind === 'postgres')
      await sql`LOCK TABLE ${sql.join(tableNames.map((name) => sql.table(name)))}`.execute(db)
    if (seeded !== undefined) await deleteSeededProject(db, seeded)
    await assertEmpty(db)
    const hash = createHash('sha256')
    let batch: { readonly table: TableName; readonly rows: object[] } | undefined
    let counts: Record<string, number> | undefined
    let number = 0
    for await (const line of lines) {
      number += 1
      if (counts !== undefined) throw new RestoreError(`Line ${number}: the backup has ended before`)
      const value = readLine(line, number)
      if (number === 1) assertHeader(value)
      const row = z.safeParse(rowSchema, value)
      if (number > 1 && row.success) {
        const { table } = row.data
        if (batch !== undefined && (batch.table !== table || batch.rows.length >= batchSize)) {
          await insert(db, batch.table, batch.rows)
          batch = undefined
        }
        batch ??= { table, rows: [] }
        batch.rows.push(readRow(table, row.data.row, number))
      } else if (number > 1) {
        counts = readEnd(value, number, hash.copy().digest('hex'))
      }
      hash.update(`${line}\n`)
    }
    if (counts === undefined) throw new RestoreError('The backup is not complete: its last line is missing')
    if (batch !== undefined) await insert(db, batch.table, batch.rows)
    return verifyCounts(db, counts)
  })
}

function readLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new RestoreError(`Line ${number} is not JSON`)
  }
}

function assertHeader(value: unknown): void {
  const header = z.safeParse(headerSchema, value)
  if (!header.success) throw new RestoreError('Line 1: this is not a backup of Drawbridge')
  if (header.data.format !== backupFormat)
    throw new RestoreError(`The backup has format ${header.data.format}; this version reads ${backupFormat}`)
  const last = migrations.at(-1)?.id
  if (header.data.migration !== last)
    throw new RestoreError(
      `The backup is of migration ${header.data.migration}, and this version has ${last}. Restore it with the version that made it, then run \`drawbridge migrate\`.`,
    )
}

function readRow(table: TableName, value: unknown, number: number): object {
  const { row } = tables[table]
  const parsed = z.safeParse(z.strictObject(row.shape), value)
  if (!parsed.success) throw new RestoreError(`Line ${number}: the row is not one of table ${table}`)
  return parsed.data
}

function readEnd(value: unknown, number: number, sha256: string): Record<string, number> {
  const end = z.safeParse(endSchema, value)
  if (!end.success) throw new RestoreError(`Line ${number} is no row of a known table`)
  if (end.data.sha256 !== sha256) throw new RestoreError('The backup was changed: its hash is another one')
  return end.data.end
}

async function insert(db: Queries, table: TableName, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(tables[table].row.shape)
  const values = rows.map(
    (row) => sql`(${sql.join(columns.map((column): unknown => Reflect.get(row, column)))})`,
  )
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES ${sql.join(values)}`.execute(db)
}

async function assertEmpty(db: Queries): Promise<void> {
  for (const table of tableNames)
    if ((await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(db)).rows.length > 0)
      throw new NotEmptyError(
        `The database is not empty: table ${table} has rows. Restore into an empty one.`,
      )
}

async function verifyCounts(db: Queries, counts: Record<string, number>): Promise<number> {
  let total = 0
  for (const table of tableNames) {
    const { count } = await db
      .selectFrom(table)
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count !== counts[table])
      throw new RestoreError(
        `Table ${table} has ${count} rows after the restore; the backup has ${counts[table]}`,
      )
    total += count
  }
  return total
}
