import type { ChangingSession, NewSession } from '../ports/stores/embedded-users.ts'
import type { Queries } from './database.ts'

/**
 * Whether the login, from which the new session would be opened by a ticket, has a session still.
 * @param issuerId the device that issued the ticket, which has to have the session; undefined: any device.
 */
export async function hasSessionOfLogin(
  db: Queries,
  userId: string,
  { end, nowMs }: NewSession,
  issuerId: string | undefined,
): Promise<boolean> {
  const sessions = db
    .selectFrom('embedded_sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('absolute_expires_at_ms', '=', end.absoluteExpiresAtMs)
    .where('expires_at_ms', '>', nowMs)
  const found = await (issuerId === undefined
    ? sessions
    : sessions.where('device_id', '=', issuerId)
  ).executeTakeFirst()
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

/**
 * Ends the sessions of vaults that a frame's tickets have opened, and those of the logins to which its own sessions belong: a login by
 * passkey has a session of the vault, which let the frame log in. Also deletes the tickets that it issued. Its own sessions are read here,
 * and end afterwards. Vaults stay open by the logins of other frames.
 * @param latestEndMs absolute end of the latest login that ends here, in epoch milliseconds: a later one may have begun since.
 */
export async function endVaultSessions(
  db: Queries,
  { userId, deviceId }: { readonly userId: string; readonly deviceId: string },
  latestEndMs = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await db
    .deleteFrom('embedded_sessions')
    .where('user_id', '=', userId)
    .where('absolute_expires_at_ms', '<=', latestEndMs)
    .where('device_id', 'in', (devices) =>
      devices
        .selectFrom('embedded_devices')
        .select('id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'vault'),
    )
    .where((where) =>
      where.or([
        where('issuer_id', '=', deviceId),
        where('absolute_expires_at_ms', 'in', (sessions) =>
          sessions
            .selectFrom('embedded_sessions')
            .select('absolute_expires_at_ms')
            .where('device_id', '=', deviceId),
        ),
      ]),
    )
    .execute()
  await db
    .deleteFrom('vault_tickets')
    .where('issuer_id', '=', deviceId)
    .where('absolute_expires_at_ms', '<=', latestEndMs)
    .execute()
}

async function endSessionless(db: Queries, userId: string): Promise<void> {
  for (const table of ['vault_tickets', 'spending_limits'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}
