import { randomUUID } from 'node:crypto'
import type { DeletionStore, StoredDeletion } from '../ports/stores/deletions.ts'
import type { AuditEvent } from '../ports/stores/embedded-users.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { deleteUserRows } from './delete-user.ts'
import { lockUser } from './login-ways.ts'
import { parseRow } from './tables.ts'

function deletionOf(found: unknown): StoredDeletion {
  const row = parseRow('deletion_requests', found)
  return {
    ...{ id: row.id, userId: row.user_id, deviceName: row.device_name },
    ...{ requestedAtMs: row.requested_at_ms, opensAtMs: row.opens_at_ms, expiresAtMs: row.expires_at_ms },
  }
}

/**
 * Cancels the request of a user who has the wallet's keys, within the transaction that records their proof: also a request whose notice is
 * being sent, which then does not begin.
 */
export async function cancelDeletionByKeys(
  kind: Database['kind'],
  db: Queries,
  userId: string,
  proof: AuditEvent,
): Promise<void> {
  // In the order of `carryOut`, so that the two never wait for each other.
  await lockUser(kind, db, userId)
  const found = await db
    .deleteFrom('deletion_requests')
    .where('user_id', '=', userId)
    .returning(['is_begun', 'expires_at_ms'])
    .executeTakeFirst()
  if (found?.is_begun === 1 && found.expires_at_ms > proof.atMs)
    await insertAuditEvent(db, userId, { ...proof, id: randomUUID(), event: 'deletion-cancelled' })
}

/** Requests for a deletion without the wallet's keys. */
export function createDeletionStore({ kind, read, write, transact }: Database): DeletionStore {
  /** Requests that have begun, and not expired. */
  const begun = (nowMs: number) =>
    read
      .selectFrom('deletion_requests')
      .selectAll()
      .where('is_begun', '=', 1)
      .where('expires_at_ms', '>', nowMs)

  return {
    add: ({ id, userId, deviceName, cancelHash, ...times }, nowMs) =>
      transact(async (db) => {
        await lockUser(kind, db, userId)
        await db
          .deleteFrom('deletion_requests')
          .where('user_id', '=', userId)
          .where((where) => where.or([where('is_begun', '=', 0), where('expires_at_ms', '<=', nowMs)]))
          .execute()
        const added = await db
          .insertInto('deletion_requests')
          .values({
            ...{
              id,
              user_id: userId,
              cancel_hash: cancelHash,
              device_name: deviceName,
              is_begun: 0 as const,
            },
            ...{ requested_at_ms: times.requestedAtMs, opens_at_ms: times.opensAtMs },
            expires_at_ms: times.expiresAtMs,
          })
          .onConflict((conflict) => conflict.column('user_id').doNothing())
          .returning('id')
          .executeTakeFirst()
        return added !== undefined
      }),
    begin: (id, audit) =>
      transact(async (db) => {
        const row = await db
          .updateTable('deletion_requests')
          .set({ is_begun: 1 })
          .where('id', '=', id)
          .where('is_begun', '=', 0)
          .returning('user_id')
          .executeTakeFirst()
        if (row === undefined) return false
        await insertAuditEvent(db, row.user_id, audit)
        return true
      }),
    discard: async (id) => {
      await write((db) =>
        db.deleteFrom('deletion_requests').where('id', '=', id).where('is_begun', '=', 0).execute(),
      )
    },
    find: async (userId, nowMs) => {
      const found = await begun(nowMs).where('user_id', '=', userId).executeTakeFirst()
      return found && deletionOf(found)
    },
    findByLink: async (cancelHash, nowMs) => {
      const found = await begun(nowMs).where('cancel_hash', '=', cancelHash).executeTakeFirst()
      return found && deletionOf(found)
    },
    cancel: (request, audit) =>
      transact(async (db) => {
        const rows = db
          .deleteFrom('deletion_requests')
          .where('is_begun', '=', 1)
          .where('expires_at_ms', '>', audit.atMs)
        const cancelled = await ('cancelHash' in request
          ? rows.where('cancel_hash', '=', request.cancelHash)
          : rows.where('user_id', '=', request.userId)
        )
          .returning('user_id')
          .executeTakeFirst()
        if (cancelled === undefined) return false
        await insertAuditEvent(db, cancelled.user_id, audit)
        return true
      }),
    carryOut: (userId, audit) =>
      transact(async (db) => {
        await lockUser(kind, db, userId)
        const open = await db
          .deleteFrom('deletion_requests')
          .where('user_id', '=', userId)
          .where('is_begun', '=', 1)
          .where('opens_at_ms', '<=', audit.atMs)
          .where('expires_at_ms', '>', audit.atMs)
          .returning('id')
          .executeTakeFirst()
        if (open === undefined) return false
        await deleteUserRows(db, userId, audit)
        return true
      }),
  }
}
