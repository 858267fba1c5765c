import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** A server that does not answer within this time is away. */
const connectTimeoutMs = 5_000

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Connections of this process at most. */
  readonly poolSize?: number
  /** Gets errors of connections that no query uses; the pool replaces them. */
  readonly onIdleError?: (error: Error) => void
}

/** The settings make no connection to Postgres; the text has no part of the URL, which contains a password. */
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
  // Without listeners the loss of a connection that no query uses would end the process: the pool listens to a connection
  // only while it is idle, not between the statements of a transaction, whose next statement rejects.
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

/** `bigint`, which the driver would return as text. */
const int8 = 20

/** Reads columns of 64 bits as numbers; every other type as the driver does. */
function getTypeParser(...[id, format]: Parameters<typeof pg.types.getTypeParser>) {
  return id === int8 ? readInteger : pg.types.getTypeParser(id, format)
}

function readInteger(value: string): number {
  const integer = Number(value)
  if (!Number.isSafeInteger(integer)) throw new RangeError('A stored integer is above 2^53')
  return integer
}
