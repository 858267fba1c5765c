import type { AuditEvent } from '../ports/stores/embedded-users.ts'
import type { Queries } from './database.ts'

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
