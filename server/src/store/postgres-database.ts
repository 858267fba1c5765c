import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** A server that does not respond within this time is unavailable. */
const connectTimeoutMs = 5_000

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Maximum number of connections of this process. */
  readonly poolSize?: number
  /** Receives errors of idle connections; the pool replaces them. */
  readonly onIdleError?: (error: Error) => void
}

/** The URL is not one of a Postgres database; the message contains no part of the URL, which includes a password. */
class PostgresUrlError extends Error {
  override readonly name = 'PostgresUrlError'
}

/**
 * Connects to Postgres when the first query runs.
 * @throws PostgresUrlError
 */
export function openPostgresDatabase({ url, poolSize = 10, onIdleError }: PostgresOptions): Database {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new PostgresUrlError('The URL of the database must begin with postgres://')
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'drawbridge',
    types: { getTypeParser },
  })
  // Without listeners, losing an idle connection would end the process. The pool handles errors of a connection only while
  // it is idle, not between the statements of a transaction, whose next statement rejects.
  pool.on('error', (error) => onIdleError?.(error))
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db: Queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    read: db,
    write: (statement) => statement(db),
    transact: (change) => db.transaction().setIsolationLevel('read committed').execute(change),
    snapshot: (read) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

/** OID of `bigint`, which the driver would return as a string. */
const int8 = 20

/** Parses 64-bit columns as numbers, and every other type as the driver does. */
function getTypeParser(...[id, format]: Parameters<typeof pg.types.getTypeParser>) {
  return id === int8 ? readInteger : pg.types.getTypeParser(id, format)
}

function readInteger(value: string): number {
  const integer = Number(value)
  if (!Number.isSafeInteger(integer)) throw new RangeError('A stored integer is above 2^53')
  return integer
}
