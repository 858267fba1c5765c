import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

/** A connected database of either kind. */
export type Database = {
  readonly kind: 'sqlite' | 'postgres'
  /** Read-only queries. They never wait for a write. */
  readonly read: Queries
  /** Runs one statement that changes rows. Resolves when the change is on disk. */
  readonly write: <T>(statement: (db: Queries) => Promise<T>) => Promise<T>
  /**
   * Runs several statements in a transaction: all are on disk when it resolves, and none is applied when it rejects.
   * `change` awaits only `db`.
   */
  readonly transact: <T>(change: (db: Queries) => Promise<T>) => Promise<T>
  /** Reads that all see one snapshot of the database. */
  readonly snapshot: <T>(read: (db: Queries) => Promise<T>) => Promise<T>
  /** Waits for pending writes. Later ones reject. */
  readonly close: () => Promise<void>
}
