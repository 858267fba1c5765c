import { sql } from 'kysely'
import type { CounterStore, CountResult } from '../ports/stores/counters.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

/** Counters and claims, each changed by one statement. */
export function createCounterStore({ read, write }: Database): CounterStore {
  /** @param restartsAfter the count after which the counter starts again. */
  async function countUpTo(
    { name, limit, windowMs, nowMs }: { name: string; limit: number; windowMs: number; nowMs: number },
    restartsAfter: 'first' | 'last',
  ): Promise<CountResult> {
    const endMs = nowMs + windowMs
    const isOver = sql<boolean>`counters.expires_at_ms <= ${nowMs}`
    const counted = await write((db) =>
      db
        .insertInto('counters')
        .values({ name, count: 1, expires_at_ms: endMs })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({
              count: sql<number>`CASE WHEN ${isOver} THEN 1 ELSE counters.count + 1 END`,
              expires_at_ms:
                restartsAfter === 'last'
                  ? endMs
                  : sql<number>`CASE WHEN ${isOver} THEN ${sql.lit(endMs)} ELSE counters.expires_at_ms END`,
            })
            .where((where) => where.or([isOver, where('counters.count', '<', limit)])),
        )
        .returning('name')
        .executeTakeFirst(),
    )
    if (counted !== undefined) return { is: 'counted' }
    const found = await read.selectFrom('counters').selectAll().where('name', '=', name).executeTakeFirst()
    return { is: 'exhausted', untilMs: found ? parseRow('counters', found).expires_at_ms : nowMs }
  }

  return {
    count: (name, limit, windowMs, nowMs) => countUpTo({ name, limit, windowMs, nowMs }, 'first'),
    countGuess: (name, limit, windowMs, nowMs) => countUpTo({ name, limit, windowMs, nowMs }, 'last'),
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
