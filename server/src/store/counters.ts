import { sql } from 'kysely'
import type { CounterStore, CountResult, GuessResult } from '../ports/stores/counters.ts'
import type { Database, Queries } from './database.ts'
import { parseRow } from './tables.ts'

type CountOf = {
  readonly name: string
  readonly limit: number
  readonly windowMs: number
  readonly nowMs: number
}

/** Counters and claims; a count is one statement. */
export function createCounterStore({ read, write, transact }: Database): CounterStore {
  /** The counter of this name that has not ended. */
  async function runningCounter(db: Queries, name: string, nowMs: number) {
    const found = await db
      .selectFrom('counters')
      .selectAll()
      .where('name', '=', name)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst()
    return found && parseRow('counters', found)
  }

  /**
   * @param restartsAfter the count after which the counter starts again.
   * @returns the counter after it; undefined at the limit.
   */
  async function countUpTo(
    db: Queries,
    { name, limit, windowMs, nowMs }: CountOf,
    restartsAfter: 'first' | 'last',
  ) {
    const endMs = nowMs + windowMs
    const isOver = sql<boolean>`counters.expires_at_ms <= ${nowMs}`
    const counted = await db
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
      .returningAll()
      .executeTakeFirst()
    return counted && parseRow('counters', counted)
  }

  const exhausted = async (db: Queries, { name, nowMs }: CountOf): Promise<CountResult & GuessResult> => {
    const counter = await runningCounter(db, name, nowMs)
    return { is: 'exhausted', untilMs: counter?.expires_at_ms ?? nowMs }
  }

  return {
    count: async (name, limit, windowMs, nowMs) => {
      const count = { name, limit, windowMs, nowMs }
      const counted = await write((db) => countUpTo(db, count, 'first'))
      return counted === undefined ? exhausted(read, count) : { is: 'counted' }
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
    countGuess: (name, limit, windowMs, nowMs) =>
      transact(async (db) => {
        const count = { name, limit, windowMs, nowMs }
        const former = await runningCounter(db, name, nowMs)
        const counted = await countUpTo(db, count, 'last')
        if (counted === undefined) return exhausted(db, count)
        const isNext = counted.count === (former?.count ?? 0) + 1
        const formerEndMs = isNext ? former?.expires_at_ms : undefined
        return {
          is: 'counted',
          guess: { name, count: counted.count, endMs: counted.expires_at_ms, formerEndMs },
        }
      }),
    refundGuess: async ({ name, count, endMs, formerEndMs }) => {
      const isLast = sql<boolean>`counters.count = ${count} AND counters.expires_at_ms = ${endMs}`
      await write((db) =>
        db
          .updateTable('counters')
          .set((column) => ({
            count: column('count', '-', 1),
            ...(formerEndMs !== undefined && {
              expires_at_ms: sql<number>`CASE WHEN ${isLast} THEN ${sql.lit(formerEndMs)} ELSE counters.expires_at_ms END`,
            }),
          }))
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
