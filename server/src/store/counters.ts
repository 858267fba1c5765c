import { sql } from 'kysely'
import type { CounterStore } from '../ports/stores/counters.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

/** Counters and claims, each changed by one statement. */
export function createCounterStore({ read, write }: Database): CounterStore {
  return {
    count: async (name, limit, windowMs, nowMs) => {
      const counted = await write((db) =>
        db
          .insertInto('counters')
          .values({ name, count: 1, expires_at_ms: nowMs + windowMs })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({
                count: sql<number>`CASE WHEN counters.expires_at_ms <= ${nowMs} THEN 1 ELSE counters.count + 1 END`,
                expires_at_ms: sql<number>`CASE WHEN counters.expires_at_ms <= ${nowMs} THEN ${sql.lit(nowMs + windowMs)} ELSE counters.expires_at_ms END`,
              })
              .where((where) =>
                where.or([where('counters.expires_at_ms', '<=', nowMs), where('counters.count', '<', limit)]),
              ),
          )
          .returning('name')
          .executeTakeFirst(),
      )
      if (counted !== undefined) return { is: 'counted' }
      const found = await read.selectFrom('counters').selectAll().where('name', '=', name).executeTakeFirst()
      return { is: 'exhausted', untilMs: found ? parseRow('counters', found).expires_at_ms : nowMs }
    },
    refund: async (name) => {
      await write((db) =>
        db
          .updateTable('counters')
          .set((column) => ({ count: column('count', '-', 1) }))
          .where('name', '=', name)
          .where('count', '>', 0)
          .execute(),
      )
    },
    claim: async (name, expiresAtMs) => {
      const claimed = await write((db) =>
        db
          .insertInto('claims')
          .values({ name, expires_at_ms: expiresAtMs })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('name')
          .executeTakeFirst(),
      )
      return claimed !== undefined
    },
  }
}
