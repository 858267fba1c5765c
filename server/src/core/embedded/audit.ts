import type { AuditEvent } from '../../ports/stores/embedded-users.ts'

/** How long an event is stored. */
const retentionMs = 400 * 24 * 60 * 60_000

/** An event of a call, for the log that users and the operator read. */
export const auditEvent = (
  event: AuditEvent['event'],
  subject: string,
  { client, nowMs }: { readonly client: string; readonly nowMs: number },
): AuditEvent => ({
  ...{ id: crypto.randomUUID(), event, subject, client },
  ...{ atMs: nowMs, expiresAtMs: nowMs + retentionMs },
})
