import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Rows deleted by one statement, so that none blocks others for long. */
const batchSize = 500

/** How long a job that failed for good is kept, to be looked at. */
const deadJobKeptMs = 30 * 86_400_000

/** Where rows end by themselves. Messages go with their mailbox. */
const expiring = [
  { table: 'nonces', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'sign_ins', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'email_codes', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'project_ids', key: 'id', end: 'valid_until_ms' },
  { table: 'mailboxes', key: 'id', end: 'expires_at_ms' },
  { table: 'orders', key: 'reference', end: 'expires_at_ms' },
  { table: 'vendor_events', key: 'id', end: 'expires_at_ms' },
  { table: 'events', key: 'id', end: 'expires_at_ms' },
  { table: 'jobs', key: 'id', end: 'died_at_ms', keptMs: deadJobKeptMs },
] as const

/** Deletes what has expired; returns the number of rows. */
export async function deleteExpiredRows(database: Database, nowMs: number): Promise<number> {
  let total = 0
  for (const rows of expiring) {
    let deleted: number
    do {
      deleted = await deleteExpired(database, rows, nowMs - ('keptMs' in rows ? rows.keptMs : 0))
      total += deleted
    } while (deleted === batchSize)
  }
  return total
}

type Expiring = (typeof expiring)[number]

async function deleteExpired(
  { kind, write }: Database,
  { table, key, end }: Expiring,
  endMs: number,
): Promise<number> {
  // Replicas sweep at the same time: each takes rows that no other one has.
  const lock = kind === 'postgres' ? sql`FOR UPDATE SKIP LOCKED` : sql``
  const { numAffectedRows } = await write((db) =>
    sql`
      WITH expired AS MATERIALIZED (
        SELECT ${sql.ref(key)} AS expired_key FROM ${sql.table(table)}
        WHERE ${sql.ref(end)} <= ${endMs} LIMIT ${batchSize} ${lock}
      )
      DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (SELECT expired_key FROM expired)
    `.execute(db),
  )
  return Number(numAffectedRows ?? 0n)
}
