import type { EmbeddedIdentityStore } from '../ports/stores/embedded-identities.ts'
import type { EmbeddedIdentity } from '../ports/stores/embedded-users.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database } from './database.ts'
import { endOtherSessions } from './login-sessions.ts'
import { countOf, lockUser } from './login-ways.ts'
import { parseRow } from './tables.ts'

function identityOf(found: unknown): EmbeddedIdentity {
  const { provider, subject, name } = parseRow('embedded_identities', found)
  return { provider, subject, name }
}

/** Identities of embedded wallets. */
export function createEmbeddedIdentityStore({ kind, read, transact }: Database): EmbeddedIdentityStore {
  return {
    list: async (userId) => {
      const rows = await read
        .selectFrom('embedded_identities')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at_ms')
        .orderBy('provider')
        .execute()
      return rows.map(identityOf)
    },
    set: (session, { provider, subject, name }, audit) =>
      transact(async (db) => {
        const userId = session.user.id
        await lockUser(kind, db, userId)
        const owner = await db
          .selectFrom('embedded_identities')
          .selectAll()
          .where('provider', '=', provider)
          .where('subject', '=', subject)
          .executeTakeFirst()
        if (owner !== undefined && parseRow('embedded_identities', owner).user_id !== userId) return 'taken'
        const former = await db
          .deleteFrom('embedded_identities')
          .where('user_id', '=', userId)
          .where('provider', '=', provider)
          .returningAll()
          .executeTakeFirst()
        const added = await db
          .insertInto('embedded_identities')
          .values({ provider, subject, name, user_id: userId, created_at_ms: audit.atMs })
          .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
          .returning('user_id')
          .executeTakeFirst()
        // Another replica has added it for another user meanwhile; the transaction is undone.
        if (added === undefined) throw new TakenMeanwhile()
        const replaced = former && identityOf(former)
        if (replaced !== undefined && replaced.subject !== subject) await endOtherSessions(db, session)
        await insertAuditEvent(db, userId, audit)
        return { former: replaced }
      }).catch((error: unknown) => {
        if (error instanceof TakenMeanwhile) return 'taken' as const
        throw error
      }),
    remove: (session, provider, audit) =>
      transact(async (db) => {
        const userId = session.user.id
        await lockUser(kind, db, userId)
        const identities = await countOf(db, 'embedded_identities', userId)
        const passkeys = await countOf(db, 'passkeys', userId)
        const own = await db
          .selectFrom('embedded_identities')
          .selectAll()
          .where('user_id', '=', userId)
          .where('provider', '=', provider)
          .execute()
        if (own.length === 0) return 'unknown'
        if (identities - own.length + passkeys === 0) return 'last'
        await db
          .deleteFrom('embedded_identities')
          .where('user_id', '=', userId)
          .where('provider', '=', provider)
          .execute()
        await endOtherSessions(db, session)
        await insertAuditEvent(db, userId, audit)
        return 'removed'
      }),
  }
}

/** Undoes a transaction whose result is not an error. */
class TakenMeanwhile extends Error {}
