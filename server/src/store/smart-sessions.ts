import { sql } from 'kysely'
import { grantRequest, type SmartSession, smartSession } from '../../../shared/api/smart-sessions.ts'
import * as z from '../../../shared/zod.ts'
import type { SmartSessionStore, StoredSmartSession } from '../ports/stores/smart-sessions.ts'
import type { Database } from './database.ts'
import { parseJson, parseRow, type Row } from './tables.ts'

const sessionSchema = smartSession()
const requestSchema = grantRequest()
const sealedRows = z.array(z.object({ project_key: z.string(), pci: z.string(), sealed_key: z.string() }))
const spentSchema = z.object({ spent: z.string().check(z.regex(/^\d+$/)) })

/** Smart sessions and the spending of their permissions. */
export function createSmartSessionStore({ kind, read, write, transact }: Database): SmartSessionStore {
  return {
    add: async (stored) => {
      const { projectKey, account, session, sealedKey, isActive } = stored
      const row = {
        project_key: projectKey,
        pci: session.pci,
        account,
        ...grantColumns(stored),
        sealed_key: sealedKey,
        is_active: isActive ? 1 : 0,
        created_at_seconds: session.createdAt,
        revoked_at_seconds: session.revokedAt ?? null,
      } as const
      await write((db) => db.insertInto('smart_sessions').values(row).execute())
    },
    find: async (projectKey, account, pci) => {
      const found = await read
        .selectFrom('smart_sessions')
        .selectAll()
        .where('project_key', '=', projectKey)
        .where('account', '=', account)
        .where('pci', '=', pci)
        .executeTakeFirst()
      if (found === undefined) return undefined
      const row = parseRow('smart_sessions', found)
      return {
        projectKey: row.project_key,
        account: row.account,
        session: readSession(row),
        requested: parseJson(requestSchema, 'smart_sessions', row, 'requested'),
        sealedKey: row.sealed_key,
        isActive: row.is_active === 1,
      }
    },
    listActive: async (projectKey, account) => {
      const rows = await read
        .selectFrom('smart_sessions')
        .selectAll()
        .where('project_key', '=', projectKey)
        .where('account', '=', account)
        .where('is_active', '=', 1)
        .orderBy('created_at_seconds')
        .orderBy('pci')
        .execute()
      return rows.map((row) => readSession(parseRow('smart_sessions', row)))
    },
    activate: async (stored) => {
      const rows = await write((db) =>
        db
          .updateTable('smart_sessions')
          .set({ ...grantColumns(stored), is_active: 1 })
          .where('project_key', '=', stored.projectKey)
          .where('pci', '=', stored.session.pci)
          .where('account', '=', stored.account)
          .where('is_active', '=', 0)
          .where('revoked_at_seconds', 'is', null)
          .returning('pci')
          .execute(),
      )
      return rows.length > 0
    },
    keysNotSealedWith: async (prefix, after, limit) => {
      const rows = await read
        .selectFrom('smart_sessions')
        .select(['project_key', 'pci', 'sealed_key'])
        .where(sql<string>`substr(sealed_key, 1, ${sql.lit(prefix.length)})`, '<>', prefix)
        .$if(after !== undefined, (query) =>
          query.where((where) =>
            where.or([
              where('project_key', '>', after?.projectKey ?? ''),
              where.and([
                where('project_key', '=', after?.projectKey ?? ''),
                where('pci', '>', after?.pci ?? ''),
              ]),
            ]),
          ),
        )
        .orderBy('project_key')
        .orderBy('pci')
        .limit(limit)
        .execute()
      return z
        .parse(sealedRows, rows)
        .map(({ project_key: projectKey, pci, sealed_key: sealedKey }) => ({ projectKey, pci, sealedKey }))
    },
    reseal: async ({ projectKey, pci, sealedKey: former }, sealedKey) => {
      const rows = await write((db) =>
        db
          .updateTable('smart_sessions')
          .set({ sealed_key: sealedKey })
          .where('project_key', '=', projectKey)
          .where('pci', '=', pci)
          .where('sealed_key', '=', former)
          .returning('pci')
          .execute(),
      )
      return rows.length > 0
    },
    revoke: async (projectKey, pci, revokedAtSeconds) => {
      const rows = await write((db) =>
        db
          .updateTable('smart_sessions')
          .set({ revoked_at_seconds: revokedAtSeconds })
          .where('project_key', '=', projectKey)
          .where('pci', '=', pci)
          .where('revoked_at_seconds', 'is', null)
          .returning('pci')
          .execute(),
      )
      return rows.length > 0
    },
    spend: ({ projectKey, pci, permission, period }, amount, allowance) => {
      if (amount < 0n) return Promise.reject(new RangeError('An amount below zero cannot be spent'))
      if (amount > allowance) return Promise.resolve(false)
      const key = { project_key: projectKey, pci, permission, period }
      return transact(async (db) => {
        // The first spending has no row to lock: insert one.
        await db
          .insertInto('smart_session_spending')
          .values({ ...key, spent: '0' })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const found = await db
          .selectFrom('smart_session_spending')
          .selectAll()
          .where((where) => where.and(key))
          .$if(kind === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        const spent = BigInt(z.parse(spentSchema, found).spent) + amount
        if (spent > allowance) return false
        await db
          .updateTable('smart_session_spending')
          .set({ spent: spent.toString() })
          .where((where) => where.and(key))
          .execute()
        return true
      })
    },
  }
}

/** The columns that a grant may change. */
function grantColumns({ session: { revokedAt: _, ...session }, requested }: StoredSmartSession) {
  return {
    session: JSON.stringify(session),
    requested: JSON.stringify(requested),
  }
}

function readSession(row: Row<'smart_sessions'>): SmartSession {
  const session = parseJson(sessionSchema, 'smart_sessions', row, 'session')
  const { revoked_at_seconds: revokedAt } = row
  return revokedAt === null ? session : { ...session, revokedAt }
}
