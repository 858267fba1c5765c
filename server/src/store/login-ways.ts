import { sql } from 'kysely'
import * as z from '../../../shared/zod.ts'
import type { Database, Queries } from './database.ts'

const countSchema = z.object({ count: z.int() })

/**
 * Locks a user until the transaction ends. Changes of one user's ways to log in run one at a time, so that two cannot each leave the
 * other's, and their number cannot exceed a limit.
 */
export const lockUser = async (kind: Database['kind'], db: Queries, userId: string): Promise<void> => {
  await db
    .selectFrom('embedded_users')
    .select('id')
    .where('id', '=', userId)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute()
}

/** Number of a user's identities or passkeys. */
export async function countOf(
  db: Queries,
  table: 'embedded_identities' | 'passkeys',
  userId: string,
): Promise<number> {
  const counted = await db
    .selectFrom(table)
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return z.parse(countSchema, counted).count
}
