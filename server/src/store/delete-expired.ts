import { type RawBuilder, sql } from 'kysely'
import { type ServedPart, servesEmbeddedWallet, servesOthers } from '../ports/served-part.ts'
import type { Database } from './database.ts'
import { embeddedTables } from './embedded-tables.ts'
import type { TableName } from './tables.ts'

/** Rows deleted per statement, so that no statement blocks others for long. */
const batchSize = 500

const dayMs = 86_400_000
/** How long a dead job is stored for inspection. */
const deadJobRetentionMs = 30 * dayMs
/** An envelope without its sealed text opens nothing; its creation ends within this time. */
const incompleteEnvelopeRetentionMs = dayMs
/** A device without a session is deleted when it has not been used for this long. */
const deviceRetentionMs = 180 * dayMs
/**
 * Devices are read for this long after their retention. Those with an envelope stay for good, and every sweep would read all of them.
 */
const deviceScanMs = 30 * dayMs

type Expiring = {
  readonly table: TableName
  readonly key: string
  readonly end: string
  /** Time after `end` until the row is deleted. */
  readonly keptMs?: number
  /** Rows that expired longer ago stay; absent: none. */
  readonly scannedMs?: number
  /** Which rows expire; absent: all. */
  readonly where?: RawBuilder<unknown>
}

/**
 * Incomplete envelopes of other kinds than `device`. One of a device opens the wallet also while it is incomplete, if the vault was closed
 * after it stored the sealed text there and before it completed the envelope. It is deleted with its device.
 */
const isAbandoned = sql`is_complete = 0 AND kind <> 'device'`

/** Devices without a session and without a complete envelope. Expired sessions are deleted before. */
const isUnused = sql`
  NOT EXISTS (SELECT 1 FROM embedded_sessions WHERE device_id = embedded_devices.id)
  AND NOT EXISTS (
    SELECT 1 FROM envelopes WHERE device_id = embedded_devices.id AND is_complete = 1 AND sealed_key IS NOT NULL
  )`

/** Tables whose rows expire. Messages are deleted with their mailbox. */
const expiring: readonly Expiring[] = [
  { table: 'nonces', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'sign_ins', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'email_codes', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'project_ids', key: 'id', end: 'valid_until_ms' },
  { table: 'mailboxes', key: 'id', end: 'expires_at_ms' },
  { table: 'orders', key: 'reference', end: 'expires_at_ms' },
  { table: 'vendor_events', key: 'id', end: 'expires_at_ms' },
  { table: 'events', key: 'id', end: 'expires_at_ms' },
  { table: 'embedded_sessions', key: 'token_hash', end: 'expires_at_ms' },
  {
    ...{ table: 'envelopes', key: 'id', end: 'created_at_ms' },
    ...{ keptMs: incompleteEnvelopeRetentionMs, where: isAbandoned },
  },
  {
    ...{ table: 'embedded_devices', key: 'id', end: 'last_used_at_ms' },
    ...{ keptMs: deviceRetentionMs, scannedMs: deviceScanMs, where: isUnused },
  },
  { table: 'audit_events', key: 'id', end: 'expires_at_ms' },
  { table: 'vault_tickets', key: 'token_hash', end: 'expires_at_ms' },
  { table: 'deleted_vaults', key: 'vault_hash', end: 'expires_at_ms' },
  { table: 'shared_emails', key: 'nonce_hash', end: 'expires_at_ms' },
  { table: 'one_time_codes', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'social_attempts', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'farcaster_attempts', key: 'id_hash', end: 'expires_at_ms' },
  { table: 'wallet_transfers', key: 'id', end: 'expires_at_ms' },
  { table: 'recovery_requests', key: 'id', end: 'expires_at_ms' },
  { table: 'deletion_requests', key: 'id', end: 'expires_at_ms' },
  { table: 'spending_limits', key: 'id', end: 'expires_at_ms' },
  { table: 'counters', key: 'name', end: 'expires_at_ms' },
  { table: 'claims', key: 'name', end: 'expires_at_ms' },
  { table: 'jobs', key: 'id', end: 'died_at_ms', keptMs: deadJobRetentionMs },
]

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
      deleted = await deleteExpired(database, rows, nowMs - (rows.keptMs ?? 0))
      total += deleted
    } while (deleted === batchSize)
  }
  return total
}

async function deleteExpired(
  { kind, write }: Database,
  { table, key, end, scannedMs, where }: Expiring,
  endMs: number,
): Promise<number> {
  // Replicas run this concurrently: each locks rows that no other one has locked.
  const lock = kind === 'postgres' ? sql`FOR UPDATE SKIP LOCKED` : sql``
  const since = scannedMs === undefined ? sql`` : sql`AND ${sql.ref(end)} > ${endMs - scannedMs}`
  const condition = where === undefined ? sql`` : sql`AND ${where}`
  const { numAffectedRows } = await write((db) =>
    sql`
      WITH expired AS MATERIALIZED (
        SELECT ${sql.ref(key)} AS expired_key FROM ${sql.table(table)}
        WHERE ${sql.ref(end)} <= ${endMs} ${since} ${condition} LIMIT ${batchSize} ${lock}
      )
      DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (SELECT expired_key FROM expired)
    `.execute(db),
  )
  return Number(numAffectedRows ?? 0n)
}
