import type { AuditEvent, AuditEventName } from './embedded-users.ts'

export type AuditEventStore = {
  /** Events of a user, the newest first. */
  readonly list: (
    userId: string,
    limit: number,
  ) => Promise<readonly Pick<AuditEvent, 'id' | 'event' | 'atMs' | 'subject'>[]>
  /** Whether an event of this name was recorded after a time. */
  readonly isAfter: (userId: string, event: AuditEventName, atMs: number) => Promise<boolean>
}
