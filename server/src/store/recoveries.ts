import * as z from '../../../shared/zod.ts'
import type { AuditEvent } from '../ports/stores/embedded-users.ts'
import type {
  DueRecovery,
  RecoveryAnswer,
  RecoveryStore,
  StoredRecovery,
} from '../ports/stores/recoveries.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { revokeEnvelope } from './envelopes.ts'
import { parseRow } from './tables.ts'

function recoveryOf(found: unknown): StoredRecovery {
  const row = parseRow('recovery_requests', found)
  return {
    ...{ id: row.id, userId: row.user_id, deviceId: row.device_id, deviceName: row.device_name },
    ...{ publicKey: row.public_key, envelopeId: row.envelope_id, requestedAtMs: row.requested_at_ms },
    ...{ opensAtMs: row.opens_at_ms, expiresAtMs: row.expires_at_ms, answer: row.answer ?? undefined },
  }
}

const dueRow = z.object({
  ...{ id: z.string(), user_id: z.string(), wallet_id: z.string(), envelope_id: z.string() },
  ...{ device_name: z.string(), public_key: z.string(), requested_at_ms: z.int() },
  ...{ factor_key_id: z.string(), sealed_factor: z.string() },
})

function dueRecoveryOf(found: unknown): DueRecovery {
  const row = z.parse(dueRow, found)
  return {
    ...{ id: row.id, userId: row.user_id, walletId: row.wallet_id, envelopeId: row.envelope_id },
    ...{ deviceName: row.device_name, publicKey: row.public_key, requestedAtMs: row.requested_at_ms },
    ...{ keyId: row.factor_key_id, factor: row.sealed_factor },
  }
}

/** Requests that have begun, and not expired. */
const begun = (db: Queries, nowMs: number) =>
  db.selectFrom('recovery_requests').where('is_begun', '=', 1).where('expires_at_ms', '>', nowMs)

/** Stores one answer; false if the request is not due. */
async function storeAnswer(
  db: Queries,
  { id, publicKey, answer }: RecoveryAnswer,
  nowMs: number,
): Promise<string | undefined> {
  const stored = await db
    .updateTable('recovery_requests')
    .set({ answer })
    .where('id', '=', id)
    .where('public_key', '=', publicKey)
    .where('is_begun', '=', 1)
    .where('opens_at_ms', '<=', nowMs)
    .where('expires_at_ms', '>', nowMs)
    .where((where) => where.or([where('answer', 'is', null), where('answer', '=', answer)]))
    .returning('user_id')
    .executeTakeFirst()
  return stored?.user_id
}

/** Requests for a recovery with the operator's help. */
export function createRecoveryStore({ read, write, transact }: Database): RecoveryStore {
  const remove = (audit: AuditEvent, select: (db: Queries) => Promise<StoredRecovery | undefined>) =>
    transact(async (db) => {
      const removed = await select(db)
      if (removed === undefined) return undefined
      await insertAuditEvent(db, removed.userId, audit)
      return removed
    })

  return {
    add: ({ id, userId, deviceId, deviceName, publicKey, envelopeId, cancelHash, ...times }, nowMs) =>
      transact(async (db) => {
        await db
          .deleteFrom('recovery_requests')
          .where('user_id', '=', userId)
          .where((where) => where.or([where('is_begun', '=', 0), where('expires_at_ms', '<=', nowMs)]))
          .execute()
        const added = await db
          .insertInto('recovery_requests')
          .values({
            ...{ id, user_id: userId, cancel_hash: cancelHash, device_id: deviceId },
            ...{ device_name: deviceName, envelope_id: envelopeId, public_key: publicKey },
            ...{ is_begun: 0 as const, requested_at_ms: times.requestedAtMs },
            ...{ opens_at_ms: times.opensAtMs, expires_at_ms: times.expiresAtMs, answer: null },
          })
          .onConflict((conflict) => conflict.column('user_id').doNothing())
          .returning('id')
          .executeTakeFirst()
        return added !== undefined
      }),
    begin: (id, audit) =>
      transact(async (db) => {
        const begunRow = await db
          .updateTable('recovery_requests')
          .set({ is_begun: 1 })
          .where('id', '=', id)
          .where('is_begun', '=', 0)
          .returning('user_id')
          .executeTakeFirst()
        if (begunRow === undefined) return false
        await insertAuditEvent(db, begunRow.user_id, audit)
        return true
      }),
    discard: async (id) => {
      await write((db) =>
        db.deleteFrom('recovery_requests').where('id', '=', id).where('is_begun', '=', 0).execute(),
      )
    },
    find: async (userId, nowMs) => {
      const found = await begun(read, nowMs).selectAll().where('user_id', '=', userId).executeTakeFirst()
      return found && recoveryOf(found)
    },
    findByLink: async (cancelHash, nowMs) => {
      const found = await begun(read, nowMs)
        .selectAll()
        .where('cancel_hash', '=', cancelHash)
        .executeTakeFirst()
      return found && recoveryOf(found)
    },
    cancel: async (request, audit) => {
      const cancelled = await remove(audit, async (db) => {
        const rows = db.deleteFrom('recovery_requests').where('is_begun', '=', 1)
        const found = await ('cancelHash' in request
          ? rows.where('cancel_hash', '=', request.cancelHash)
          : rows.where('user_id', '=', request.userId).where('id', '=', request.id)
        )
          .returningAll()
          .executeTakeFirst()
        return found && recoveryOf(found)
      })
      return cancelled !== undefined
    },
    complete: async ({ userId, id, deviceId }, audit) => {
      const completed = await remove(audit, async (db) => {
        const found = await db
          .deleteFrom('recovery_requests')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .where('device_id', '=', deviceId)
          .where('answer', 'is not', null)
          .returningAll()
          .executeTakeFirst()
        if (found === undefined) return undefined
        const recovery = recoveryOf(found)
        await revokeEnvelope(db, userId, recovery.envelopeId)
        return recovery
      })
      return completed !== undefined
    },
    exportDue: (nowMs, auditOf) =>
      transact(async (db) => {
        const rows = await begun(db, nowMs)
          .innerJoin('envelopes', 'envelopes.id', 'recovery_requests.envelope_id')
          .innerJoin('embedded_users', 'embedded_users.id', 'recovery_requests.user_id')
          .select(['recovery_requests.id', 'recovery_requests.user_id', 'embedded_users.wallet_id'])
          .select(['recovery_requests.envelope_id', 'device_name', 'recovery_requests.public_key'])
          .select(['requested_at_ms', 'factor_key_id', 'sealed_factor'])
          .where('opens_at_ms', '<=', nowMs)
          .where('answer', 'is', null)
          .where('sealed_key', 'is not', null)
          .orderBy('requested_at_ms')
          .orderBy('recovery_requests.id')
          .execute()
        const due = rows.map(dueRecoveryOf)
        for (const request of due) await insertAuditEvent(db, request.userId, auditOf(request))
        return due
      }),
    answer: (answers, nowMs, auditOf) =>
      transact(async (db) => {
        const refused: string[] = []
        for (const answer of answers) {
          const userId = await storeAnswer(db, answer, nowMs)
          if (userId === undefined) refused.push(answer.id)
          else await insertAuditEvent(db, userId, auditOf(answer))
        }
        return refused
      }),
  }
}
