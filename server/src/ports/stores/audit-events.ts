import type { AuditEvent } from './embedded-users.ts'

export type AuditEventStore = {
  /** Events of a user, the newest first. */
  readonly list: (
    userId: string,
    limit: number,
  ) => Promise<readonly Pick<AuditEvent, 'id' | 'event' | 'atMs' | 'subject'>[]>
}
