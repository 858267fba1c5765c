import { signInMessageSchema } from '../../../shared/channel/records/sign-in-session.ts'
import type { SignInStore } from '../ports/stores/sign-ins.ts'
import type { Database } from './database.ts'
import { parseJson, parseRow } from './tables.ts'

/** Nonces, sign-in sessions, and codes sent by e-mail. */
export function createSignInStore({ read, write }: Database): SignInStore {
  return {
    addNonce: async ({ tokenHash, projectKey, nonce, expiresAtMs }) => {
      const row = { token_hash: tokenHash, project_key: projectKey, nonce, expires_at_ms: expiresAtMs }
      await write((db) => db.insertInto('nonces').values(row).execute())
    },
    consumeNonce: async (tokenHash, nowMs) => {
      const found = await write((db) =>
        db.deleteFrom('nonces').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst(),
      )
      if (found === undefined) return undefined
      const row = parseRow('nonces', found)
      if (row.expires_at_ms <= nowMs) return undefined
      return {
        tokenHash: row.token_hash,
        projectKey: row.project_key,
        nonce: row.nonce,
        expiresAtMs: row.expires_at_ms,
      }
    },
    addSession: async ({ tokenHash, projectKey, message, email, expiresAtMs }) => {
      const row = {
        token_hash: tokenHash,
        project_key: projectKey,
        message: JSON.stringify(message),
        email: email ?? null,
        expires_at_ms: expiresAtMs,
      }
      await write((db) => db.insertInto('sign_ins').values(row).execute())
    },
    findSession: async (tokenHash, nowMs) => {
      const found = await read
        .selectFrom('sign_ins')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      if (found === undefined) return undefined
      const row = parseRow('sign_ins', found)
      return {
        tokenHash: row.token_hash,
        projectKey: row.project_key,
        message: parseJson(signInMessageSchema, 'sign_ins', row, 'message'),
        email: row.email ?? undefined,
        expiresAtMs: row.expires_at_ms,
      }
    },
    removeSession: async (tokenHash) => {
      await write((db) => db.deleteFrom('sign_ins').where('token_hash', '=', tokenHash).execute())
    },
    addCode: async ({ idHash, projectKey, email, account, codeHash, expiresAtMs }) => {
      const row = {
        id_hash: idHash,
        project_key: projectKey,
        email,
        account,
        code_hash: codeHash,
        attempts: 0,
        is_confirmed: 0,
        expires_at_ms: expiresAtMs,
      } as const
      await write((db) => db.insertInto('email_codes').values(row).execute())
    },
    attemptCode: async (idHash, attemptLimit, nowMs) => {
      const counted = await write((db) =>
        db
          .updateTable('email_codes')
          .set((column) => ({ attempts: column('attempts', '+', 1) }))
          .where('id_hash', '=', idHash)
          .where('expires_at_ms', '>', nowMs)
          .where('attempts', '<', attemptLimit)
          .returningAll()
          .executeTakeFirst(),
      )
      if (counted !== undefined) return { is: 'open', codeHash: parseRow('email_codes', counted).code_hash }
      const known = await read
        .selectFrom('email_codes')
        .select('id_hash')
        .where('id_hash', '=', idHash)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      return { is: known === undefined ? 'absent' : 'exhausted' }
    },
    confirmCode: async (idHash, expiresAtMs) => {
      const found = await write((db) =>
        db
          .updateTable('email_codes')
          .set({ is_confirmed: 1, expires_at_ms: expiresAtMs })
          .where('id_hash', '=', idHash)
          .returning('id_hash')
          .executeTakeFirst(),
      )
      if (found === undefined) throw new Error('There is no such code')
    },
    confirmedEmail: async (idHash, { projectKey, account }, nowMs) => {
      const found = await read
        .selectFrom('email_codes')
        .selectAll()
        .where('id_hash', '=', idHash)
        .where('project_key', '=', projectKey)
        .where('account', '=', account)
        .where('is_confirmed', '=', 1)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      return found && parseRow('email_codes', found).email
    },
  }
}
