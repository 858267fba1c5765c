import type { ChangingSession, NewSession } from '../ports/stores/embedded-users.ts'
import type { Queries } from './database.ts'

/** Whether the login, from which the new session would be opened by a ticket, has a session still. */
export async function hasSessionOfLogin(
  db: Queries,
  userId: string,
  { end, nowMs }: NewSession,
): Promise<boolean> {
  const found = await db
    .selectFrom('embedded_sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('absolute_expires_at_ms', '=', end.absoluteExpiresAtMs)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Ends every session of a user except the caller's, after the user removed a login that may have opened them. Also deletes what acts
 * without a session: tickets, which open one, and spending limits.
 */
export async function endOtherSessions(db: Queries, { user, tokenHash }: ChangingSession): Promise<void> {
  await db
    .deleteFrom('embedded_sessions')
    .where('user_id', '=', user.id)
    .where('token_hash', '<>', tokenHash)
    .execute()
  await endSessionless(db, user.id)
}

/**
 * Ends the sessions of a user that began with another login than the caller's, as `endOtherSessions`. For calls of the vault: its
 * ticket shares the end of its login with the session of the widget that opened the window, which stays.
 */
export async function endOtherLogins(
  db: Queries,
  { user, absoluteExpiresAtMs }: ChangingSession,
): Promise<void> {
  await db
    .deleteFrom('embedded_sessions')
    .where('user_id', '=', user.id)
    .where('absolute_expires_at_ms', '<>', absoluteExpiresAtMs)
    .execute()
  await endSessionless(db, user.id)
}

async function endSessionless(db: Queries, userId: string): Promise<void> {
  for (const table of ['vault_tickets', 'spending_limits'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}
