import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from '../../../shared/zod.ts'
import type { JobStore } from '../ports/jobs.ts'
import type { Database } from './database.ts'
import { parseJson, parseRow } from './tables.ts'

const payloadSchema = z.unknown()
const countsSchema = z.object({ waiting: z.int(), dead: z.int() })
const unclaimed = { attempt: 0, locked_until_ms: 0, died_at_ms: null, failure: null }

/** Work that runs after the response. */
export function createJobStore({ kind: databaseKind, read, write }: Database): JobStore {
  return {
    add: async ({ kind, payload, runAtMs }) => {
      const row = {
        id: randomUUID(),
        kind,
        payload: JSON.stringify(payload),
        run_at_ms: runAtMs,
        ...unclaimed,
      }
      await write((db) => db.insertInto('jobs').values(row).execute())
    },
    addRecurring: async (kind, runAtMs) => {
      const row = { id: kind, kind, payload: 'null', run_at_ms: runAtMs, ...unclaimed }
      await write((db) =>
        db
          .insertInto('jobs')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute(),
      )
    },
    claim: async (kinds, limit, nowMs, lockedUntilMs) => {
      if (kinds.length === 0 || limit < 1) return []
      const found = await write((db) =>
        db
          // Materialized: Postgres may run a subquery of an update several times, and lock more rows than the limit.
          .with(
            (cte) => cte('due').materialized(),
            (query) =>
              query
                .selectFrom('jobs')
                .select('id')
                .where('kind', 'in', kinds)
                .where('run_at_ms', '<=', nowMs)
                .where('locked_until_ms', '<=', nowMs)
                .where('died_at_ms', 'is', null)
                .orderBy('run_at_ms')
                .orderBy('id')
                .limit(limit)
                .$if(databaseKind === 'postgres', (due) => due.forUpdate().skipLocked()),
          )
          .updateTable('jobs')
          .set((column) => ({ locked_until_ms: lockedUntilMs, attempt: column('attempt', '+', 1) }))
          .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
          .returningAll()
          .execute(),
      )
      return found
        .map((row) => parseRow('jobs', row))
        .toSorted((a, b) => a.run_at_ms - b.run_at_ms || (a.id < b.id ? -1 : 1))
        .map((row) => ({
          id: row.id,
          kind: row.kind,
          payload: parseJson(payloadSchema, 'jobs', row, 'payload'),
          attempt: row.attempt,
        }))
    },
    finish: async (id) => {
      await write((db) => db.deleteFrom('jobs').where('id', '=', id).execute())
    },
    retry: async (id, runAtMs) => {
      await write((db) =>
        db.updateTable('jobs').set({ run_at_ms: runAtMs, locked_until_ms: 0 }).where('id', '=', id).execute(),
      )
    },
    repeat: async (id, runAtMs) => {
      await write((db) =>
        db
          .updateTable('jobs')
          .set({ ...unclaimed, run_at_ms: runAtMs })
          .where('id', '=', id)
          .execute(),
      )
    },
    markDead: async (id, nowMs, failure) => {
      await write((db) =>
        db.updateTable('jobs').set({ died_at_ms: nowMs, failure }).where('id', '=', id).execute(),
      )
    },
    dead: async (limit) => {
      const found = await read
        .selectFrom('jobs')
        .selectAll()
        .where('died_at_ms', 'is not', null)
        .orderBy('died_at_ms', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return found.flatMap((row) => {
        const { id, kind, attempt, died_at_ms, failure } = parseRow('jobs', row)
        const job = { id, kind, attempts: attempt, failure: failure ?? 'unknown' }
        return died_at_ms === null ? [] : [{ ...job, diedAtMs: died_at_ms }]
      })
    },
    revive: async (id, runAtMs) => {
      const revived = await write((db) =>
        db
          .updateTable('jobs')
          .set({ ...unclaimed, run_at_ms: runAtMs })
          .where('id', '=', id)
          .where('died_at_ms', 'is not', null)
          .returning('id')
          .execute(),
      )
      return revived.length > 0
    },
    drop: async (id) => {
      const dropped = await write((db) =>
        db
          .deleteFrom('jobs')
          .where('id', '=', id)
          .where('died_at_ms', 'is not', null)
          .returning('id')
          .execute(),
      )
      return dropped.length > 0
    },
    counts: async () => {
      const found = await read
        .selectFrom('jobs')
        .select(({ fn }) => [
          sql<number>`cast(count(*) - count(died_at_ms) as bigint)`.as('waiting'),
          fn.count('died_at_ms').as('dead'),
        ])
        .executeTakeFirst()
      return z.parse(countsSchema, found)
    },
  }
}
