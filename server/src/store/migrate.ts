import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from '../../../shared/zod.ts'
import type { Database, Queries } from './database.ts'
import { type Migration, postgresTypes, sqliteTypes } from './migration.ts'

/** Not `migrations`: another program may store its tables in the same database. */
const table = 'drawbridge_migrations'
/** Key of `pg_advisory_xact_lock`: an arbitrary number that only Drawbridge's migrations use. */
const advisoryLock = 7_316_402_261
const appliedSchema = z.array(z.object({ id: z.string(), checksum: z.string() }))

export type MigrationStatus = {
  /** Ids of applied migrations, oldest first. */
  readonly applied: readonly string[]
  /** Ids of migrations that `migrate` would apply, in order. */
  readonly pending: readonly string[]
}

/** The schema of the database is not the one that this version of Drawbridge works with. */
export class SchemaVersionError extends Error {
  override readonly name = 'SchemaVersionError'
}

/**
 * Reads which migrations are applied.
 * @throws SchemaVersionError when the database has a migration that is not in the list, or one with another text.
 */
export const migrationStatus = (
  { kind, read }: Pick<Database, 'kind' | 'read'>,
  migrations: readonly Migration[],
): Promise<MigrationStatus> => readStatus(kind, read, migrations)

/**
 * Applies the pending migrations in one transaction, and returns their ids. Concurrent callers apply each one once.
 * @throws SchemaVersionError as `migrationStatus`
 */
export function migrate(
  { kind, transact }: Database,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<readonly string[]> {
  return transact(async (db) => {
    if (kind === 'postgres') await sql`SELECT pg_advisory_xact_lock(${advisoryLock})`.execute(db)
    const { pending } = await readStatus(kind, db, migrations)
    if (pending.length === 0) return pending
    const { integer } = typesOf(kind)
    await sql
      .raw(
        `CREATE TABLE IF NOT EXISTS ${table} (id TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at_ms ${integer} NOT NULL)`,
      )
      .execute(db)
    for (const migration of migrations) {
      if (!pending.includes(migration.id)) continue
      for (const statement of migration.statements(typesOf(kind))) await sql.raw(statement).execute(db)
      await sql`INSERT INTO ${sql.table(table)} VALUES (${migration.id}, ${checksumOf(kind, migration)}, ${nowMs})`.execute(
        db,
      )
    }
    return pending
  })
}

const typesOf = (kind: Database['kind']) => (kind === 'sqlite' ? sqliteTypes : postgresTypes)

const checksumOf = (kind: Database['kind'], { statements }: Migration): string =>
  createHash('sha256')
    .update(statements(typesOf(kind)).join(';\n'))
    .digest('hex')

async function readStatus(
  kind: Database['kind'],
  db: Queries,
  migrations: readonly Migration[],
): Promise<MigrationStatus> {
  const applied = await readApplied(kind, db)
  applied.forEach(({ id, checksum }, at) => {
    const expected = migrations[at]
    if (expected === undefined || !migrations.some((one) => one.id === id))
      throw new SchemaVersionError(
        `The database has migration ${id}, which this version of Drawbridge does not know: a newer version has migrated it. Start that version, or restore a backup.`,
      )
    if (expected.id !== id)
      throw new SchemaVersionError(`The database has migration ${id} where ${expected.id} is expected`)
    if (checksumOf(kind, expected) !== checksum)
      throw new SchemaVersionError(
        `Migration ${id} was changed after the database had applied it. Start the version that applied it.`,
      )
  })
  return {
    applied: applied.map(({ id }) => id),
    pending: migrations.slice(applied.length).map(({ id }) => id),
  }
}

async function readApplied(kind: Database['kind'], db: Queries) {
  const found =
    kind === 'sqlite'
      ? sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ${table}`
      : sql`SELECT 1 WHERE to_regclass(${table}) IS NOT NULL`
  if ((await found.execute(db)).rows.length === 0) return []
  // Ids sort in the order of the migrations; Postgres would sort by the database's locale.
  const { rows } = await sql`SELECT id, checksum FROM ${sql.table(table)}`.execute(db)
  return z.parse(appliedSchema, rows).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
