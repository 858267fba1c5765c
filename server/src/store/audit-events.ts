import type { AuditEventStore } from '../ports/stores/audit-events.ts'
import type { AuditEvent } from '../ports/stores/embedded-users.ts'
import type { Database, Queries } from './database.ts'
import { parseRow } from './tables.ts'

/** Adds an event within the transaction of the change that it records. */
export async function insertAuditEvent(
  db: Queries,
  userId: string,
  { id, event, atMs, client, subject, expiresAtMs }: AuditEvent,
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({ id, user_id: userId, event, at_ms: atMs, client, subject, expires_at_ms: expiresAtMs })
    .execute()
}

/** The log of users of embedded wallets. */
export function createAuditEventStore({ read }: Database): AuditEventStore {
  return {
    list: async (userId, limit) => {
      const rows = await read
        .selectFrom('audit_events')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('at_ms', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((found) => {
        const { id, event, at_ms: atMs, subject } = parseRow('audit_events', found)
        return { id, event, atMs, subject }
      })
    },
    isAfter: async (userId, event, atMs) => {
      const found = await read
        .selectFrom('audit_events')
        .select('id')
        .where('user_id', '=', userId)
        .where('event', '=', event)
        .where('at_ms', '>', atMs)
        .executeTakeFirst()
      return found !== undefined
    },
  }
}
