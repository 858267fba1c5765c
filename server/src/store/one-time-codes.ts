import type { OneTimeCodeStore } from '../ports/stores/one-time-codes.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

/** Codes that log a user in, or prove a user again. */
export function createOneTimeCodeStore({ read, write }: Database): OneTimeCodeStore {
  return {
    add: async ({ idHash, keyThumbprint, purpose, email, codeHash, expiresAtMs }) => {
      const row = {
        id_hash: idHash,
        key_thumbprint: keyThumbprint,
        purpose,
        email,
        code_hash: codeHash,
        attempts: 0,
        delivery: 'sending',
        expires_at_ms: expiresAtMs,
      } as const
      await write((db) => db.insertInto('one_time_codes').values(row).execute())
    },
    setDelivery: async (idHash, delivery) => {
      await write((db) =>
        db.updateTable('one_time_codes').set({ delivery }).where('id_hash', '=', idHash).execute(),
      )
    },
    delivery: async ({ idHash, keyThumbprint }, nowMs) => {
      const found = await read
        .selectFrom('one_time_codes')
        .selectAll()
        .where('id_hash', '=', idHash)
        .where('key_thumbprint', '=', keyThumbprint)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      return found && parseRow('one_time_codes', found).delivery
    },
    attempt: async ({ idHash, keyThumbprint, purpose }, attemptLimit, nowMs) => {
      const counted = await write((db) =>
        db
          .updateTable('one_time_codes')
          .set((column) => ({ attempts: column('attempts', '+', 1) }))
          .where('id_hash', '=', idHash)
          .where('key_thumbprint', '=', keyThumbprint)
          .where('purpose', '=', purpose)
          .where('expires_at_ms', '>', nowMs)
          .where('attempts', '<', attemptLimit)
          .returningAll()
          .executeTakeFirst(),
      )
      if (counted !== undefined) {
        const row = parseRow('one_time_codes', counted)
        const { email, code_hash: codeHash, expires_at_ms: expiresAtMs } = row
        return { is: 'open', code: { idHash, keyThumbprint, purpose, email, codeHash, expiresAtMs } }
      }
      const known = await read
        .selectFrom('one_time_codes')
        .select('id_hash')
        .where('id_hash', '=', idHash)
        .where('key_thumbprint', '=', keyThumbprint)
        .where('purpose', '=', purpose)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      return { is: known === undefined ? 'absent' : 'exhausted' }
    },
    consume: async (idHash) => {
      const consumed = await write((db) =>
        db.deleteFrom('one_time_codes').where('id_hash', '=', idHash).returning('id_hash').executeTakeFirst(),
      )
      return consumed !== undefined
    },
  }
}
