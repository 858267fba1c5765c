import type { JobStore } from '../jobs.ts'
import type { EventStore } from './events.ts'
import type { MailboxStore } from './mailboxes.ts'
import type { NameStore } from './names.ts'
import type { OrderStore } from './orders.ts'
import type { ProjectStore } from './projects.ts'
import type { SettingStore } from './settings.ts'
import type { SignInStore } from './sign-ins.ts'
import type { SmartSessionStore } from './smart-sessions.ts'

/** All stores, on one database. */
export type Stores = {
  readonly projects: ProjectStore
  readonly signIns: SignInStore
  readonly names: NameStore
  readonly mailboxes: MailboxStore
  readonly smartSessions: SmartSessionStore
  readonly orders: OrderStore
  readonly jobs: JobStore
  readonly events: EventStore
  readonly settings: SettingStore
  /** Deletes expired rows; returns their number. */
  readonly deleteExpired: (nowMs: number) => Promise<number>
  /** Resolves when the database responds. @throws Error with the reason. */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}
