import type { AuditEvent } from '../ports/stores/embedded-users.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Queries } from './database.ts'
import { recordDeletedVaults } from './deleted-vaults.ts'

/**
 * Deletes a user and all that refers to the user, except for audit events, within a transaction: also purposes of codes and attempts, and
 * counters, whose last word is the user's id. As long as the event of the deletion is stored, vaults of the user can find it out.
 */
export async function deleteUserRows(db: Queries, userId: string, audit: AuditEvent): Promise<void> {
  // Codes for a login state the address and not the user.
  const addresses = await db
    .selectFrom('embedded_identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
  for (const { subject } of addresses)
    await db.deleteFrom('one_time_codes').where('email', '=', subject).execute()
  await recordDeletedVaults(db, userId, audit.expiresAtMs)
  await db.deleteFrom('embedded_users').where('id', '=', userId).execute()
  for (const table of ['vault_tickets', 'social_attempts'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  for (const table of ['one_time_codes', 'farcaster_attempts'] as const)
    await db
      .deleteFrom(table)
      .where((where) => where.or([where('purpose', '=', userId), where('purpose', 'like', `% ${userId}`)]))
      .execute()
  await db.deleteFrom('counters').where('name', 'like', `% ${userId}`).execute()
  await insertAuditEvent(db, userId, audit)
}
