import { sql } from 'kysely'
import type { Clock } from '../ports/clock.ts'
import type { Stores } from '../ports/stores/stores.ts'
import { createAuditEventStore } from './audit-events.ts'
import { createCounterStore } from './counters.ts'
import type { Database } from './database.ts'
import { deleteExpiredRows } from './delete-expired.ts'
import { createDeletionStore } from './deletions.ts'
import { createEmbeddedIdentityStore } from './embedded-identities.ts'
import { createEmbeddedUserStore } from './embedded-users.ts'
import { createEnvelopeStore } from './envelopes.ts'
import { createEventStore } from './events.ts'
import { createFarcasterAttemptStore } from './farcaster-attempts.ts'
import { createJobStore } from './jobs.ts'
import { createMailboxStore } from './mailboxes.ts'
import { migrate, migrationStatus, SchemaVersionError } from './migrate.ts'
import { migrations } from './migrations.ts'
import { createNameStore } from './names.ts'
import { createOneTimeCodeStore } from './one-time-codes.ts'
import { createOrderStore } from './orders.ts'
import { createPasskeyStore } from './passkeys.ts'
import { openPostgresDatabase, type PostgresOptions } from './postgres-database.ts'
import { createProjectStore } from './projects.ts'
import { createRecoveryStore } from './recoveries.ts'
import { createSettingStore } from './settings.ts'
import { createSharedEmailStore } from './shared-emails.ts'
import { createSignInStore } from './sign-ins.ts'
import { createSmartSessionStore } from './smart-sessions.ts'
import { createSocialAttemptStore } from './social-attempts.ts'
import { createSpendingLimitStore } from './spending-limits.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { createTransferStore } from './transfers.ts'
import { createVaultTicketStore } from './vault-tickets.ts'

/**
 * Opens a SQLite file, creating it if needed, and migrates it.
 * @throws SqliteFileError when another process has it open, or it cannot be opened
 * @throws SchemaVersionError when a newer version has migrated it
 */
export async function openSqliteStores({
  file,
  now = Date.now,
}: {
  readonly file: string
  readonly now?: Clock
}): Promise<Stores> {
  const database = await openSqliteDatabase(file)
  return closeOnError(database, async () => {
    await migrate(database, migrations, now())
    return createStores(database)
  })
}

/**
 * Connects to a Postgres database that is migrated by `migratePostgres`.
 * @throws PostgresUrlError
 * @throws SchemaVersionError when it is not migrated, or a newer version has migrated it
 * @throws Error when it cannot be reached
 */
export async function openPostgresStores(options: PostgresOptions): Promise<Stores> {
  const database = openPostgresDatabase(options)
  return closeOnError(database, async () => {
    await assertMigrated(database)
    return createStores(database)
  })
}

/**
 * Applies pending migrations to a Postgres database, and returns their ids.
 * @throws as `openPostgresStores`
 */
export async function migratePostgres(
  options: PostgresOptions,
  now: Clock = Date.now,
): Promise<readonly string[]> {
  const database = openPostgresDatabase(options)
  try {
    return await migrate(database, migrations, now())
  } finally {
    await database.close()
  }
}

/** @throws SchemaVersionError with the command that migrates the database */
async function assertMigrated(database: Database): Promise<void> {
  const { pending } = await migrationStatus(database, migrations)
  if (pending.length > 0)
    throw new SchemaVersionError(
      `The database has ${pending.length} pending migrations (${pending.join(', ')}). Run \`drawbridge migrate\` first.`,
    )
}

/** Creates the stores on a migrated database. */
export function createStores(database: Database): Stores {
  return {
    projects: createProjectStore(database),
    signIns: createSignInStore(database),
    names: createNameStore(database),
    mailboxes: createMailboxStore(database),
    smartSessions: createSmartSessionStore(database),
    orders: createOrderStore(database),
    jobs: createJobStore(database),
    events: createEventStore(database),
    settings: createSettingStore(database),
    embeddedIdentities: createEmbeddedIdentityStore(database),
    auditEvents: createAuditEventStore(database),
    embeddedUsers: createEmbeddedUserStore(database),
    passkeys: createPasskeyStore(database),
    envelopes: createEnvelopeStore(database),
    oneTimeCodes: createOneTimeCodeStore(database),
    vaultTickets: createVaultTicketStore(database),
    sharedEmails: createSharedEmailStore(database),
    socialAttempts: createSocialAttemptStore(database),
    farcasterAttempts: createFarcasterAttemptStore(database),
    transfers: createTransferStore(database),
    recoveries: createRecoveryStore(database),
    deletions: createDeletionStore(database),
    spendingLimits: createSpendingLimitStore(database),
    counters: createCounterStore(database),
    deleteExpired: (nowMs, part = 'all') => deleteExpiredRows(database, nowMs, part),
    check: async () => {
      await sql`SELECT 1`.execute(database.read)
    },
    close: database.close,
  }
}

async function closeOnError<T>(database: Database, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    await database.close()
    throw error
  }
}
