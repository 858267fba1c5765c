import * as z from '../../../shared/zod.ts'
import type { PasskeyStore, StoredPasskey } from '../ports/stores/passkeys.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { insertUser } from './embedded-users.ts'
import { insertSession } from './insert-session.ts'
import { endOtherLogins } from './login-sessions.ts'
import { countOf, lockUser } from './login-ways.ts'
import { parseJson, parseRow } from './tables.ts'

const transportsSchema = z.array(z.string())

function passkeyOf(found: unknown): StoredPasskey {
  const row = parseRow('passkeys', found)
  return {
    ...{ id: row.id, userId: row.user_id, publicKey: row.public_key, signCount: row.sign_count },
    transports: parseJson(transportsSchema, 'passkeys', row, 'transports'),
    ...{ isBackedUp: row.is_backed_up === 1, name: row.name, createdAtMs: row.created_at_ms },
  }
}

/** False if the credential is registered. */
async function insertPasskey(db: Queries, passkey: StoredPasskey): Promise<boolean> {
  const { id, userId, publicKey, signCount, transports, isBackedUp, name, createdAtMs } = passkey
  const inserted = await db
    .insertInto('passkeys')
    .values({
      ...{ id, user_id: userId, public_key: publicKey, sign_count: signCount },
      ...{ transports: JSON.stringify(transports), is_backed_up: isBackedUp ? (1 as const) : (0 as const) },
      ...{ name, created_at_ms: createdAtMs },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Passkeys of embedded wallets. */
export function createPasskeyStore({ kind, read, transact }: Database): PasskeyStore {
  return {
    add: (passkey, limit, audit) =>
      transact(async (db) => {
        await lockUser(kind, db, passkey.userId)
        if ((await countOf(db, 'passkeys', passkey.userId)) >= limit) return 'full'
        if (!(await insertPasskey(db, passkey))) return 'taken'
        await insertAuditEvent(db, passkey.userId, audit)
        return 'added'
      }),
    signUp: (newUser, passkey, session, audit) =>
      transact(async (db) => {
        const user = await insertUser(db, newUser, session.nowMs)
        if (!(await insertPasskey(db, { ...passkey, userId: user.id }))) {
          await db.deleteFrom('embedded_users').where('id', '=', user.id).execute()
          return undefined
        }
        await insertSession(db, user.id, session)
        await insertAuditEvent(db, user.id, audit)
        return user
      }),
    find: async (id) => {
      const found = await read.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
      return found && passkeyOf(found)
    },
    list: async (userId) => {
      const rows = await read
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute()
      return rows.map(passkeyOf)
    },
    recordAssertion: (passkey, { signCount, isBackedUp }, session, audit) =>
      transact(async (db) => {
        const updated = await db
          .updateTable('passkeys')
          .set({ sign_count: signCount, is_backed_up: isBackedUp ? 1 : 0 })
          .where('id', '=', passkey.id)
          .where('sign_count', '=', passkey.signCount)
          .returning('id')
          .executeTakeFirst()
        if (updated === undefined) return false
        if (session !== undefined)
          await db
            .updateTable('embedded_sessions')
            .set({ stepped_up_at_ms: audit.atMs, asserted_at_ms: audit.atMs, asserted_by: passkey.id })
            .where('token_hash', '=', session.tokenHash)
            .execute()
        await insertAuditEvent(db, passkey.userId, audit)
        return true
      }),
    remove: (session, id, audit) =>
      transact(async (db) => {
        const userId = session.user.id
        await lockUser(kind, db, userId)
        const own = await db
          .selectFrom('passkeys')
          .select('id')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (own === undefined) return 'unknown'
        const passkeys = await countOf(db, 'passkeys', userId)
        const identities = await countOf(db, 'embedded_identities', userId)
        if (passkeys + identities === 1) return 'last'
        await db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).execute()
        await db
          .updateTable('envelopes')
          .set({ sealed_key: null, sealed: null })
          .where('user_id', '=', userId)
          .where('passkey_id', '=', id)
          .execute()
        await endOtherLogins(db, session)
        await insertAuditEvent(db, userId, audit)
        return 'removed'
      }),
  }
}
