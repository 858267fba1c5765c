import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

/** A connected database of either kind. */
export type Database = {
  readonly kind: 'sqlite' | 'postgres'
  /** Queries that change nothing. None waits for a write. */
  readonly read: Queries
  /** Runs one statement that changes rows. Resolves when the change is on disk. */
  readonly write: <T>(statement: (db: Queries) => Promise<T>) => Promise<T>
  /**
   * Runs several statements as one: all of them are on disk when it resolves, and none of them is applied when it rejects.
   * `change` awaits nothing but `db`.
   */
  readonly transact: <T>(change: (db: Queries) => Promise<T>) => Promise<T>
  /** Reads that all see the database as it was at one moment. */
  readonly snapshot: <T>(read: (db: Queries) => Promise<T>) => Promise<T>
  /** Waits for writes that have begun. Later ones reject. */
  readonly close: () => Promise<void>
}
