import { sql } from 'kysely'
import { type ServedPart, servesEmbeddedWallet, servesOthers } from '../ports/served-part.ts'
import type { Database } from './database.ts'
import { embeddedTables } from './embedded-tables.ts'

/** Rows deleted per statement, so that no statement blocks others for long. */
const batchSize = 500

/** How long a dead job is stored for inspection. */
const deadJobRetentionMs = 30 * 86_400_000

/** Tables whose rows expire. Messages are deleted with their mailbox. */
const expiring = [
  { table: 'nonces', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'sign_ins', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'email_codes', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'project_ids', key: 'id', end: 'valid_until_ms' },
  { table: 'mailboxes', key: 'id', end: 'expires_at_ms' },
  { table: 'orders', key: 'reference', end: 'expires_at_ms' },
  { table: 'vendor_events', key: 'id', end: 'expires_at_ms' },
  { table: 'events', key: 'id', end: 'expires_at_ms' },
  { table: 'embedded_sessions', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'audit_events', key: 'id', end: 'expires_at_ms' },
  { table: 'vault_tickets', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'one_time_codes', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'social_attempts', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'farcaster_attempts', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'wallet_transfers', key: 'id', end: 'expires_at_ms' },
  { table: 'recovery_requests', key: 'id', end: 'expires_at_ms' },
  { table: 'spending_limits', key: 'id', end: 'expires_at_ms' },
  { table: 'counters', key: 'name', end: 'expires_at_ms' },
  { table: 'claims', key: 'name', end: 'expires_at_ms' },
  { table: 'jobs', key: 'id', end: 'died_at_ms', keptMs: deadJobRetentionMs },
] as const

const isEmbedded = (table: string): boolean => Object.hasOwn(embeddedTables, table)

/** Deletes expired rows of the tables of a part; returns their number. */
export async function deleteExpiredRows(
  database: Database,
  nowMs: number,
  part: ServedPart,
): Promise<number> {
  let total = 0
  for (const rows of expiring) {
    if (!(isEmbedded(rows.table) ? servesEmbeddedWallet(part) : servesOthers(part))) continue
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
  // Replicas run this concurrently: each locks rows that no other one has locked.
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
