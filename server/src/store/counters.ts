import { sql } from 'kysely'
import type { CounterStore, CountResult } from '../ports/stores/counters.ts'
import type { Database, Queries } from './database.ts'
import { parseRow } from './tables.ts'

type CountOf = {
  readonly name: string
  readonly limit: number
  readonly windowMs: number
  readonly nowMs: number
}

/**
 * Counters and claims; a count is one statement.
 *
 * A counter of guesses is `limit` rows, its slots. A guess takes a slot for `windowMs`, and a slot is taken only when it is
 * absent or has ended. So each slot is taken at most once in any `windowMs`, and all of them together `limit` times: the
 * primary key holds the bound, whatever calls run concurrently. Each guess ends by itself, and extends no other one.
 */
export function createCounterStore({ read, write }: Database): CounterStore {
  /** The counter of this name that has not ended. */
  async function runningCounter(name: string, nowMs: number) {
    const found = await read
      .selectFrom('counters')
      .selectAll()
      .where('name', '=', name)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst()
    return found && parseRow('counters', found)
  }

  /** @returns the counter after it; undefined at the limit. */
  async function countUpTo(db: Queries, { name, limit, windowMs, nowMs }: CountOf) {
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
            expires_at_ms: sql<number>`CASE WHEN ${isOver} THEN ${sql.lit(endMs)} ELSE counters.expires_at_ms END`,
          })
          .where((where) => where.or([isOver, where('counters.count', '<', limit)])),
      )
      .returningAll()
      .executeTakeFirst()
    return counted && parseRow('counters', counted)
  }

  /**
   * Takes a free slot, in one statement. Slots are chosen at random, so that concurrent statements of Postgres, which do not
   * read each other's rows, seldom choose the same one.
   * @returns undefined if no slot is free, or if another call took the chosen slot first.
   */
  async function takeSlot(slots: readonly string[], endMs: number, nowMs: number) {
    const names = sql.join(slots.map((slot) => sql`(${slot})`))
    const { rows } = await write((db) =>
      sql`
        INSERT INTO counters (name, count, expires_at_ms)
        SELECT column1, 1, CAST(${endMs} AS BIGINT) FROM (VALUES ${names}) AS slots
        WHERE NOT EXISTS (SELECT 1 FROM counters WHERE name = column1 AND expires_at_ms > ${nowMs})
        ORDER BY random() LIMIT 1
        ON CONFLICT (name) DO UPDATE SET count = 1, expires_at_ms = excluded.expires_at_ms
        WHERE counters.expires_at_ms <= ${nowMs}
        RETURNING name, count, expires_at_ms
      `.execute(db),
    )
    const [taken] = rows
    return taken === undefined ? undefined : parseRow('counters', taken)
  }

  /** When each slot that is taken becomes free. */
  async function slotEnds(slots: readonly string[], nowMs: number): Promise<readonly number[]> {
    const taken = await read
      .selectFrom('counters')
      .selectAll()
      .where('name', 'in', slots)
      .where('expires_at_ms', '>', nowMs)
      .execute()
    return taken.map((row) => parseRow('counters', row).expires_at_ms)
  }

  const exhausted = async ({ name, nowMs }: CountOf): Promise<CountResult> => {
    const counter = await runningCounter(name, nowMs)
    return { is: 'exhausted', untilMs: counter?.expires_at_ms ?? nowMs }
  }

  return {
    count: async (name, limit, windowMs, nowMs) => {
      const count = { name, limit, windowMs, nowMs }
      const counted = await write((db) => countUpTo(db, count))
      return counted === undefined ? exhausted(count) : { is: 'counted' }
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
    countGuess: async (name, limit, windowMs, nowMs) => {
      const slots = Array.from({ length: limit }, (_, slot) => `guess ${slot} of ${name}`)
      const endMs = nowMs + windowMs
      // Ends: an iteration that takes no slot follows one that another call took, and there are `limit` of them.
      for (;;) {
        const taken = await takeSlot(slots, endMs, nowMs)
        if (taken !== undefined) return { is: 'counted', guess: { name: taken.name, endMs } }
        const ends = await slotEnds(slots, nowMs)
        if (ends.length >= limit) return { is: 'exhausted', untilMs: Math.min(...ends) }
      }
    },
    refundGuess: async ({ name, endMs }) => {
      await write((db) =>
        db.deleteFrom('counters').where('name', '=', name).where('expires_at_ms', '=', endMs).execute(),
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
