import type { EmbeddedAccounts } from '../../../shared/api/embedded-account.ts'
import { listedDevices } from '../../../shared/api/embedded-wallet.ts'
import * as z from '../../../shared/zod.ts'
import type {
  EmbeddedDevice,
  EmbeddedIdentity,
  EmbeddedSession,
  EmbeddedUser,
  EmbeddedUserStore,
} from '../ports/stores/embedded-users.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { insertSession } from './insert-session.ts'
import { hasSessionOfLogin } from './login-sessions.ts'
import { lockUser } from './login-ways.ts'
import { refreshedName } from './refreshed-name.ts'
import { endLimitsAtSite, endLimitsOfDevice } from './spending-limits.ts'
import { parseJson, parseRow, type Row } from './tables.ts'

const accountsSchema = z.object({ eip155: z.string(), solana: z.string(), polkadot: z.string() })

/** The accounts of a stored user. @throws StoredDataError */
export const parseAccounts = (row: Row<'embedded_users'>): EmbeddedAccounts | undefined =>
  row.accounts === null ? undefined : parseJson(accountsSchema, 'embedded_users', row, 'accounts')

function userOf(found: unknown): EmbeddedUser {
  const row = parseRow('embedded_users', found)
  return {
    ...{ id: row.id, walletId: row.wallet_id, accounts: parseAccounts(row) },
    createdAtMs: row.created_at_ms,
  }
}

function deviceOf(found: unknown): EmbeddedDevice {
  const row = parseRow('embedded_devices', found)
  return {
    ...{ id: row.id, userId: row.user_id, keyThumbprint: row.key_thumbprint, kind: row.kind },
    ...{ site: row.site ?? undefined, name: row.name, createdAtMs: row.created_at_ms },
    lastUsedAtMs: row.last_used_at_ms,
  }
}

/** Adds a user without accounts. */
export async function insertUser(
  db: Queries,
  { id, walletId }: Pick<EmbeddedUser, 'id' | 'walletId'>,
  nowMs: number,
): Promise<EmbeddedUser> {
  const row = { id, wallet_id: walletId, accounts: null, created_at_ms: nowMs }
  await db.insertInto('embedded_users').values(row).execute()
  return userOf(row)
}

/** Users of embedded wallets, what they log in with, their devices and sessions. */
export function createEmbeddedUserStore({ kind, read, transact }: Database): EmbeddedUserStore {
  const findUser = async (db: Queries, id: string): Promise<EmbeddedUser | undefined> => {
    const found = await db.selectFrom('embedded_users').selectAll().where('id', '=', id).executeTakeFirst()
    return found && userOf(found)
  }

  const selectIdentity = (
    db: Queries,
    { provider, subject }: Pick<EmbeddedIdentity, 'provider' | 'subject'>,
  ) =>
    db
      .selectFrom('embedded_identities')
      .selectAll()
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst()

  /**
   * The identity, whose user is locked until the transaction ends: a removal at the same time either removes the identity before, or
   * ends the session that this login opens.
   */
  async function findIdentity(db: Queries, identity: EmbeddedIdentity): Promise<unknown> {
    const found = await selectIdentity(db, identity)
    if (found === undefined) return undefined
    await lockUser(kind, db, parseRow('embedded_identities', found).user_id)
    return selectIdentity(db, identity)
  }

  /** Id of a known identity's user; stores the name that the login states. */
  async function refreshedUserId(db: Queries, identity: EmbeddedIdentity, known: unknown): Promise<string> {
    const { user_id: userId, name: knownName } = parseRow('embedded_identities', known)
    const name = refreshedName(knownName, identity)
    if (name !== knownName)
      await db
        .updateTable('embedded_identities')
        .set({ name })
        .where('provider', '=', identity.provider)
        .where('subject', '=', identity.subject)
        .execute()
    return userId
  }

  /** Id of the identity's user; creates both if the identity is new. */
  async function userIdOf(
    db: Queries,
    identity: EmbeddedIdentity,
    newUser: Pick<EmbeddedUser, 'id' | 'walletId'>,
    nowMs: number,
  ): Promise<string> {
    const known = await findIdentity(db, identity)
    if (known !== undefined) return refreshedUserId(db, identity, known)
    const { id } = await insertUser(db, newUser, nowMs)
    const { provider, subject, name } = identity
    const added = await db
      .insertInto('embedded_identities')
      .values({ provider, subject, name, user_id: id, created_at_ms: nowMs })
      .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (added !== undefined) return id
    // Another replica has created the user meanwhile.
    await db.deleteFrom('embedded_users').where('id', '=', id).execute()
    return parseRow('embedded_identities', await findIdentity(db, identity)).user_id
  }

  /** Records in a session when its user was last proved. */
  const recordProof =
    (column: 'stepped_up_at_ms' | 'wallet_proved_at_ms'): EmbeddedUserStore['stepUp'] =>
    ({ tokenHash, user }, audit) =>
      transact(async (db) => {
        await db
          .updateTable('embedded_sessions')
          .set({ [column]: audit.atMs })
          .where('token_hash', '=', tokenHash)
          .execute()
        await insertAuditEvent(db, user.id, audit)
      })

  return {
    logIn: (identity, newUser, session, audit) =>
      transact(async (db) => {
        const userId = await userIdOf(db, identity, newUser, session.nowMs)
        await insertSession(db, userId, session)
        await insertAuditEvent(db, userId, audit)
        const user = await findUser(db, userId)
        if (user === undefined) throw new Error('An identity has no user')
        return { user, isNew: userId === newUser.id }
      }),
    openSession: (userId, session, { isByTicket }, audit) =>
      transact(async (db) => {
        await lockUser(kind, db, userId)
        const user = await findUser(db, userId)
        if (user === undefined) return undefined
        if (isByTicket && !(await hasSessionOfLogin(db, userId, session))) return undefined
        await insertSession(db, userId, session)
        await insertAuditEvent(db, userId, audit)
        return user
      }),
    findSession: async (tokenHash, keyThumbprint, nowMs): Promise<EmbeddedSession | undefined> => {
      const session = await read
        .selectFrom('embedded_sessions')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      if (session === undefined) return undefined
      const row = parseRow('embedded_sessions', session)
      const device = await read
        .selectFrom('embedded_devices')
        .selectAll()
        .where('id', '=', row.device_id)
        .where('key_thumbprint', '=', keyThumbprint)
        .where('revoked_at_ms', 'is', null)
        .executeTakeFirst()
      const user = device && (await findUser(read, row.user_id))
      if (user === undefined) return undefined
      return {
        ...{ tokenHash, user, device: deviceOf(device) },
        proof: {
          steppedUpAtMs: row.stepped_up_at_ms ?? undefined,
          assertion:
            row.asserted_at_ms === null || row.asserted_by === null
              ? undefined
              : { atMs: row.asserted_at_ms, passkeyId: row.asserted_by },
          walletProvedAtMs: row.wallet_proved_at_ms ?? undefined,
        },
        absoluteExpiresAtMs: row.absolute_expires_at_ms,
      }
    },
    recordUse: async ({ tokenHash, device }, expiresAtMs, nowMs) => {
      await transact(async (db) => {
        await db
          .updateTable('embedded_sessions')
          .set((column) => ({
            expires_at_ms: column
              .case()
              .when('absolute_expires_at_ms', '<', expiresAtMs)
              .then(column.ref('absolute_expires_at_ms'))
              .else(expiresAtMs)
              .end(),
          }))
          .where('token_hash', '=', tokenHash)
          .execute()
        await db
          .updateTable('embedded_devices')
          .set({ last_used_at_ms: nowMs })
          .where('id', '=', device.id)
          .execute()
      })
    },
    stepUp: recordProof('stepped_up_at_ms'),
    recordWalletProof: recordProof('wallet_proved_at_ms'),
    signOut: ({ tokenHash, user, device }, { keepsSpendingLimits }, audit) =>
      transact(async (db) => {
        await db.deleteFrom('embedded_sessions').where('token_hash', '=', tokenHash).execute()
        if (!keepsSpendingLimits) await endLimitsAtSite(db, user.id, device.site ?? null)
        await insertAuditEvent(db, user.id, audit)
      }),
    isKnownDevice: async ({ provider, subject }, keyThumbprint) => {
      const found = await read
        .selectFrom('embedded_identities')
        .innerJoin('embedded_devices', 'embedded_devices.user_id', 'embedded_identities.user_id')
        .select('embedded_devices.id')
        .where('embedded_identities.provider', '=', provider)
        .where('embedded_identities.subject', '=', subject)
        .where('embedded_devices.key_thumbprint', '=', keyThumbprint)
        .where('embedded_devices.revoked_at_ms', 'is', null)
        .executeTakeFirst()
      return found !== undefined
    },
    hasDevice: async (userId, keyThumbprint) => {
      const found = await read
        .selectFrom('embedded_devices')
        .select('id')
        .where('user_id', '=', userId)
        .where('key_thumbprint', '=', keyThumbprint)
        .executeTakeFirst()
      return found !== undefined
    },
    devices: async (userId) => {
      const rows = await read
        .selectFrom('embedded_devices')
        .selectAll()
        .where('user_id', '=', userId)
        .where('revoked_at_ms', 'is', null)
        .orderBy('last_used_at_ms', 'desc')
        .orderBy('id')
        .limit(listedDevices)
        .execute()
      return rows.map(deviceOf)
    },
    deleteUser: (userId, audit) =>
      transact(async (db) => {
        // Codes for a login state the address and not the user.
        const addresses = await db
          .selectFrom('embedded_identities')
          .select('subject')
          .where('user_id', '=', userId)
          .where('provider', '=', 'email')
          .execute()
        for (const { subject } of addresses)
          await db.deleteFrom('one_time_codes').where('email', '=', subject).execute()
        await db.deleteFrom('embedded_users').where('id', '=', userId).execute()
        for (const table of ['vault_tickets', 'social_attempts'] as const)
          await db.deleteFrom(table).where('user_id', '=', userId).execute()
        for (const table of ['one_time_codes', 'farcaster_attempts'] as const)
          await db
            .deleteFrom(table)
            .where((where) =>
              where.or([where('purpose', '=', userId), where('purpose', 'like', `% ${userId}`)]),
            )
            .execute()
        await db.deleteFrom('counters').where('name', 'like', `% ${userId}`).execute()
        await insertAuditEvent(db, userId, audit)
      }),
    revokeDevice: (userId, deviceId, audit) =>
      transact(async (db) => {
        const revoked = await db
          .updateTable('embedded_devices')
          .set({ revoked_at_ms: audit.atMs })
          .where('user_id', '=', userId)
          .where('id', '=', deviceId)
          .where('revoked_at_ms', 'is', null)
          .returning('site')
          .executeTakeFirst()
        if (revoked === undefined) return false
        await db.deleteFrom('embedded_sessions').where('device_id', '=', deviceId).execute()
        // A ticket does not name the device that it was issued to, and exchanging one restores its key: all of them go.
        await db.deleteFrom('vault_tickets').where('user_id', '=', userId).execute()
        await db
          .updateTable('envelopes')
          .set({ sealed_key: null, sealed: null })
          .where('device_id', '=', deviceId)
          .where((where) => where.or([where('kind', '=', 'device'), where('is_complete', '=', 0)]))
          .execute()
        await db.deleteFrom('recovery_requests').where('device_id', '=', deviceId).execute()
        await endLimitsOfDevice(db, deviceId)
        await endLimitsAtSite(db, userId, revoked.site)
        await insertAuditEvent(db, userId, audit)
        return true
      }),
  }
}
