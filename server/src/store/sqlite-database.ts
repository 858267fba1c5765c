import { closeSync, constants, openSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database, Queries } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import {
  connectSqliteReader,
  connectSqliteWriter,
  lockSqliteFile,
  type SqliteConnection,
} from './sqlite-connection.ts'
import type { Tables } from './tables.ts'

/** Another process has the file open, or the file cannot be opened. */
export class SqliteFileError extends Error {
  override readonly name = 'SqliteFileError'
}

/**
 * Opens a SQLite file, creating it if needed. One process at a time can open it: the lock ends with the process.
 * @throws SqliteFileError
 */
export async function openSqliteDatabase(configuredFile: string): Promise<Database> {
  const file = createFile(configuredFile)
  const opened: { readonly close: () => void }[] = []
  try {
    const lock = lockSqliteFile(`${file}-lock`)
    if (lock !== undefined) {
      opened.push(lock)
      const writer = await connectSqliteWriter(file)
      opened.push(writer)
      return createDatabase(file, writer, await connectSqliteReader(file), lock)
    }
  } catch (error) {
    for (const { close } of opened.toReversed()) close()
    throw new SqliteFileError(`Cannot open the database ${file}: ${textOf(error)}`, { cause: error })
  }
  throw new SqliteFileError(
    `Another process has opened the database ${file}. Stop it first; several replicas need Postgres.`,
  )
}

function createDatabase(
  file: string,
  writer: SqliteConnection,
  reader: SqliteConnection,
  lock: { readonly close: () => void },
): Database {
  const commits = createGroupCommit(writer)
  const writes = queriesOn(writer)
  let isClosed = false
  const change = <T>(apply: (db: Queries) => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new Error('The database is closed')) : commits.add(() => apply(writes))
  return {
    kind: 'sqlite',
    read: queriesOn(reader),
    write: change,
    transact: change,
    snapshot: (read) => readSnapshot(file, read),
    close: async () => {
      if (isClosed) return
      isClosed = true
      await commits.idle()
      reader.close()
      writer.close()
      lock.close()
    },
  }
}

/** Snapshots of a SQLite file, also while another process has it open. */
export const sqliteSnapshots = (file: string): Pick<Database, 'kind' | 'snapshot'> => ({
  kind: 'sqlite',
  snapshot: async (read) => readSnapshot(findFile(file), read),
})

async function readSnapshot<T>(file: string, read: (db: Queries) => Promise<T>): Promise<T> {
  const connection = await connectSqliteReader(file)
  try {
    await connection.run('BEGIN')
    return await read(queriesOn(connection))
  } finally {
    connection.close()
  }
}

/** @throws SqliteFileError without such a file */
function findFile(file: string): string {
  try {
    return realpathSync(resolve(file))
  } catch (error) {
    throw new SqliteFileError(`Cannot open the database ${resolve(file)}: ${textOf(error)}`, { cause: error })
  }
}

/**
 * Creates the file unless it exists, and returns its path without symbolic links: two paths of one file share a lock. Only
 * its owner can read it: it contains hashes of tokens, e-mail addresses and encrypted keys.
 */
function createFile(file: string): string {
  try {
    const folder = realpathSync(dirname(resolve(file)))
    const path = join(folder, basename(file))
    closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600))
    return realpathSync(path)
  } catch (error) {
    throw new SqliteFileError(`Cannot open the database ${resolve(file)}: ${textOf(error)}`, { cause: error })
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Kysely declares the row type, and `parseRow` validates it. */
function rowsOf<R>(rows: readonly unknown[]): R[]
function rowsOf(rows: readonly unknown[]): unknown[] {
  return [...rows]
}

/** Queries on a connection that serves one caller at a time. */
function queriesOn(connection: SqliteConnection): Queries {
  const shared = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await connection.query(sql, parameters)
      return { rows: rowsOf(rows), numAffectedRows: BigInt(changes) }
    },
    streamQuery: () => {
      throw new Error('Queries of SQLite do not stream')
    },
  }
  const noTransaction = () => Promise.reject(new Error('Use transact: SQLite commits changes in groups'))
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => shared,
      releaseConnection: async () => undefined,
      beginTransaction: noTransaction,
      commitTransaction: noTransaction,
      rollbackTransaction: noTransaction,
      destroy: async () => undefined,
    }),
  }
  return new Kysely<Tables>({ dialect })
}
