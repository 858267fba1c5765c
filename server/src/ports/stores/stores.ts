import type { JobStore } from '../jobs.ts'
import type { ServedPart } from '../served-part.ts'
import type { AuditEventStore } from './audit-events.ts'
import type { CounterStore } from './counters.ts'
import type { DeletionStore } from './deletions.ts'
import type { EmbeddedIdentityStore } from './embedded-identities.ts'
import type { EmbeddedUserStore } from './embedded-users.ts'
import type { EnvelopeStore } from './envelopes.ts'
import type { EventStore } from './events.ts'
import type { FarcasterAttemptStore } from './farcaster-attempts.ts'
import type { MailboxStore } from './mailboxes.ts'
import type { NameStore } from './names.ts'
import type { OneTimeCodeStore } from './one-time-codes.ts'
import type { OrderStore } from './orders.ts'
import type { PasskeyStore } from './passkeys.ts'
import type { ProjectStore } from './projects.ts'
import type { RecoveryStore } from './recoveries.ts'
import type { SettingStore } from './settings.ts'
import type { SharedEmailStore } from './shared-emails.ts'
import type { SignInStore } from './sign-ins.ts'
import type { SmartSessionStore } from './smart-sessions.ts'
import type { SocialAttemptStore } from './social-attempts.ts'
import type { SpendingLimitStore } from './spending-limits.ts'
import type { TransferStore } from './transfers.ts'
import type { VaultTicketStore } from './vault-tickets.ts'

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
  readonly embeddedIdentities: EmbeddedIdentityStore
  readonly auditEvents: AuditEventStore
  readonly embeddedUsers: EmbeddedUserStore
  readonly passkeys: PasskeyStore
  readonly envelopes: EnvelopeStore
  readonly oneTimeCodes: OneTimeCodeStore
  readonly vaultTickets: VaultTicketStore
  readonly sharedEmails: SharedEmailStore
  readonly socialAttempts: SocialAttemptStore
  readonly farcasterAttempts: FarcasterAttemptStore
  readonly transfers: TransferStore
  readonly recoveries: RecoveryStore
  readonly deletions: DeletionStore
  readonly spendingLimits: SpendingLimitStore
  readonly counters: CounterStore
  /** Deletes expired rows of what a process serves, by default all; returns their number. */
  readonly deleteExpired: (nowMs: number, part?: ServedPart) => Promise<number>
  /** Resolves when the database responds. @throws Error with the reason. */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}
