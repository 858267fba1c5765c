import * as z from '../../../shared/zod.ts'
import type { FarcasterAttempt, FarcasterAttemptStore } from '../ports/stores/farcaster-attempts.ts'
import type { Database } from './database.ts'
import { parseJson, parseRow } from './tables.ts'

const answerSchema = z.object({
  message: z.string(),
  signature: z.string(),
  fid: z.int(),
  username: z.optional(z.string()),
})

/** Requests to sign in with Farcaster. */
export function createFarcasterAttemptStore({ read, write }: Database): FarcasterAttemptStore {
  return {
    add: async ({ idHash, keyThumbprint, purpose, site, nonce, channelToken, expiresAtMs }) => {
      const row = {
        ...{ id_hash: idHash, key_thumbprint: keyThumbprint, purpose, site, nonce },
        ...{ channel_token: channelToken, answer: null, next_read_at_ms: 0, expires_at_ms: expiresAtMs },
      }
      await write((db) => db.insertInto('farcaster_attempts').values(row).execute())
    },
    find: async ({ idHash, keyThumbprint, purpose }, nowMs) => {
      const found = await read
        .selectFrom('farcaster_attempts')
        .selectAll()
        .where('id_hash', '=', idHash)
        .where('key_thumbprint', '=', keyThumbprint)
        .where('purpose', '=', purpose)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      if (found === undefined) return undefined
      const row = parseRow('farcaster_attempts', found)
      const attempt: FarcasterAttempt = {
        ...{ idHash, keyThumbprint, purpose, site: row.site, nonce: row.nonce },
        ...{ channelToken: row.channel_token, expiresAtMs: row.expires_at_ms },
      }
      if (row.answer === null) return { attempt, answer: undefined }
      const answer = parseJson(answerSchema, 'farcaster_attempts', row, 'answer')
      return { attempt, answer: { ...answer, username: answer.username } }
    },
    reserveRead: async (idHash, untilMs, nowMs) => {
      const reserved = await write((db) =>
        db
          .updateTable('farcaster_attempts')
          .set({ next_read_at_ms: untilMs })
          .where('id_hash', '=', idHash)
          .where('answer', 'is', null)
          .where('next_read_at_ms', '<=', nowMs)
          .returning('id_hash')
          .executeTakeFirst(),
      )
      return reserved !== undefined
    },
    recordRead: async (idHash, nextReadAtMs) => {
      await write((db) =>
        db
          .updateTable('farcaster_attempts')
          .set({ next_read_at_ms: nextReadAtMs })
          .where('id_hash', '=', idHash)
          .execute(),
      )
    },
    recordAnswer: async (idHash, answer) => {
      await write((db) =>
        db
          .updateTable('farcaster_attempts')
          .set({ answer: JSON.stringify(answer) })
          .where('id_hash', '=', idHash)
          .execute(),
      )
    },
    consume: async (idHash) => {
      const consumed = await write((db) =>
        db
          .deleteFrom('farcaster_attempts')
          .where('id_hash', '=', idHash)
          .returning('id_hash')
          .executeTakeFirst(),
      )
      return consumed !== undefined
    },
  }
}
