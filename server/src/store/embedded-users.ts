import type { EmbeddedAccounts } from '../../../shared/api/embedded-account.ts'
import * as z from '../../../shared/zod.ts'
import type {
  AuditEvent,
  EmbeddedIdentity,
  EmbeddedSession,
  EmbeddedUser,
  EmbeddedUserStore,
} from '../ports/stores/embedded-users.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { deleteUserRows } from './delete-user.ts'
import { cancelDeletionByKeys } from './deletions.ts'
import { createEmbeddedDeviceStore, deviceOf, linkDevices } from './embedded-devices.ts'
import { insertSession } from './insert-session.ts'
import { endVaultSessions, hasSessionOfLogin } from './login-sessions.ts'
import { lockUser } from './login-ways.ts'
import { refreshedName } from './refreshed-name.ts'
import { endLimitsAtSite } from './spending-limits.ts'
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
export function createEmbeddedUserStore(database: Database): EmbeddedUserStore {
  const { kind, read, transact } = database
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
  async function recordProof(
    db: Queries,
    column: 'stepped_up_at_ms' | 'wallet_proved_at_ms',
    { tokenHash, user }: EmbeddedSession,
    audit: AuditEvent,
  ): Promise<void> {
    await db
      .updateTable('embedded_sessions')
      .set({ [column]: audit.atMs })
      .where('token_hash', '=', tokenHash)
      .execute()
    await insertAuditEvent(db, user.id, audit)
  }

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
    openSession: (userId, session, { isByTicket, issuerId }, audit) =>
      transact(async (db) => {
        await lockUser(kind, db, userId)
        const user = await findUser(db, userId)
        if (user === undefined) return undefined
        if (isByTicket && !(await hasSessionOfLogin(db, userId, session, issuerId))) return undefined
        const deviceId = await insertSession(db, userId, session, issuerId)
        if (issuerId !== undefined) await linkDevices(db, userId, issuerId, deviceId)
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
    stepUp: (session, audit) => transact((db) => recordProof(db, 'stepped_up_at_ms', session, audit)),
    recordWalletProof: (session, audit) =>
      transact(async (db) => {
        await cancelDeletionByKeys(kind, db, session.user.id, audit)
        await recordProof(db, 'wallet_proved_at_ms', session, audit)
      }),
    signOut: (session, { keepsSpendingLimits }, audit) =>
      transact(async (db) => {
        const { tokenHash, user, device, absoluteExpiresAtMs } = session
        await lockUser(kind, db, user.id)
        if (!keepsSpendingLimits) {
          const frame = { userId: user.id, deviceId: device.id }
          if (device.kind === 'frame') await endVaultSessions(db, frame, absoluteExpiresAtMs)
          await endLimitsAtSite(db, user.id, device.site ?? null)
        }
        await db.deleteFrom('embedded_sessions').where('token_hash', '=', tokenHash).execute()
        await insertAuditEvent(db, user.id, audit)
      }),
    deleteUser: (userId, audit) => transact((db) => deleteUserRows(db, userId, audit)),
    ...createEmbeddedDeviceStore(database),
  }
}
