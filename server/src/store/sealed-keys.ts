import { sql } from 'kysely'
import * as z from '../../../shared/zod.ts'
import type { SealedKeyStore } from '../ports/stores/sealed-keys.ts'
import type { Database } from './database.ts'

const sealedRows = z.array(z.object({ id: z.string(), sealed_key: z.string() }))

/** The encrypted keys of a table. Rows without a key are absent. */
export const createSealedKeyStore = (
  { read, write }: Database,
  table: 'envelopes' | 'spending_limits',
): SealedKeyStore => ({
  keysNotSealedWith: async (prefix, after, limit) => {
    const rows = await read
      .selectFrom(table)
      .select(['id', 'sealed_key'])
      .where('sealed_key', 'is not', null)
      .where(sql<string>`substr(sealed_key, 1, ${sql.lit(prefix.length)})`, '<>', prefix)
      .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    return z.parse(sealedRows, rows).map(({ id, sealed_key: sealedKey }) => ({ id, sealedKey }))
  },
  reseal: async ({ id, sealedKey: former }, sealedKey) => {
    const resealed = await write((db) =>
      db
        .updateTable(table)
        .set({ sealed_key: sealedKey })
        .where('id', '=', id)
        .where('sealed_key', '=', former)
        .returning('id')
        .executeTakeFirst(),
    )
    return resealed !== undefined
  },
})
