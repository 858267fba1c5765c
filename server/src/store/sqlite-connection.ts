// The only file that depends on the driver. libsql, not better-sqlite3: both have the same API, but better-sqlite3 compiles
// for about 100 seconds if its prebuilt download is unreachable, and libsql's binaries are npm packages.
import Libsql from 'libsql'
import LibsqlOffThread from 'libsql/promise'
import * as z from '../../../shared/zod.ts'

/** How long to wait for a lock of another process, such as a backup's. */
const busyTimeoutMs = 5_000
/** Prepared statements cached per connection. */
const preparedLimit = 200

/** The common part of the driver's prepared statements. */
type Statement = {
  readonly reader: boolean
  readonly all: (parameters: readonly unknown[]) => unknown
  readonly run: (parameters: readonly unknown[]) => unknown
}

export type SqliteResult = { readonly rows: readonly unknown[]; readonly changes: number }

export type SqliteConnection = {
  /** Runs one statement and reads all of its rows. */
  readonly query: (statement: string, parameters: readonly unknown[]) => Promise<SqliteResult>
  /** Runs a statement that has no parameters and no result. */
  readonly run: (statement: string) => Promise<void>
  readonly close: () => void
}

const changesSchema = z.object({ changes: z.int() })
const rowsSchema = z.array(z.unknown())

/** Opens a file for read-only queries. They run on this thread: each takes some hundredths of a millisecond. */
export async function connectSqliteReader(file: string): Promise<SqliteConnection> {
  const driver = new Libsql(file, { timeout: busyTimeoutMs })
  const prepare = cachePrepared((statement): Statement => driver.prepare(statement))
  let isClosed = false
  const query = async (statement: string, parameters: readonly unknown[]) => {
    // The driver's prepared statements still work after its close.
    if (isClosed) throw new Error('The database is closed')
    return execute(await prepare(statement), parameters)
  }
  driver.exec('PRAGMA query_only = ON')
  return {
    query,
    run: async (statement) => {
      driver.exec(statement)
    },
    close: () => {
      isClosed = true
      driver.close()
    },
  }
}

/** Opens a file for changes, creating it if needed. Commits, which wait for the disk, run on another thread. */
export async function connectSqliteWriter(file: string): Promise<SqliteConnection> {
  const driver = new LibsqlOffThread(file, { timeout: busyTimeoutMs })
  const prepare = cachePrepared(async (statement): Promise<Statement> => driver.prepare(statement))
  const query = async (statement: string, parameters: readonly unknown[]) =>
    execute(await prepare(statement), parameters)
  try {
    await query('PRAGMA journal_mode = WAL', [])
    for (const pragma of ['synchronous = FULL', 'foreign_keys = ON']) await driver.exec(`PRAGMA ${pragma}`)
  } catch (error) {
    driver.close()
    throw error
  }
  return {
    query,
    run: async (statement) => {
      if (statement === 'COMMIT') await driver.exec(statement)
      else await query(statement, [])
    },
    close: () => driver.close(),
  }
}

/**
 * Locks a file until `close`, or until the process ends in any way: SQLite uses locks of the operating system.
 * @returns undefined when another connection, of this process or another one, has locked the file.
 */
export function lockSqliteFile(file: string): { readonly close: () => void } | undefined {
  const driver = new Libsql(file, { timeout: 0 })
  try {
    driver.exec('BEGIN EXCLUSIVE')
    return { close: () => driver.close() }
  } catch (error) {
    driver.close()
    if (isSqliteError(error, 'SQLITE_BUSY')) return undefined
    throw error
  }
}

const isSqliteError = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

async function execute(statement: Statement, parameters: readonly unknown[]): Promise<SqliteResult> {
  for (const parameter of parameters) assertBindable(parameter)
  if (statement.reader) {
    const rows = z.parse(rowsSchema, await statement.all(parameters))
    return { rows, changes: rows.length }
  }
  return { rows: [], changes: z.parse(changesSchema, await statement.run(parameters)).changes }
}

/** The driver ends the whole process for a value that it cannot bind, such as a boolean. */
function assertBindable(value: unknown): void {
  const isBindable =
    value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
  if (!isBindable) throw new TypeError(`A query has a parameter of type ${typeof value}`)
}

/** Prepares each statement once. */
function cachePrepared(prepare: (statement: string) => Statement | Promise<Statement>) {
  const cache = new Map<string, Statement>()
  return async (statement: string): Promise<Statement> => {
    const cached = cache.get(statement)
    if (cached !== undefined) return cached
    const prepared = await prepare(statement)
    if (cache.size >= preparedLimit) cache.clear()
    cache.set(statement, prepared)
    return prepared
  }
}
