import type {
  SocialAttempt,
  SocialAttemptChange,
  SocialAttemptKey,
  SocialAttemptStore,
} from '../ports/stores/social-attempts.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

function attemptOf(found: unknown): SocialAttempt {
  const row = parseRow('social_attempts', found)
  return {
    ...{ idHash: row.id_hash, startHash: row.start_hash, provider: row.provider },
    ...{ keyThumbprint: row.key_thumbprint, site: row.site, userId: row.user_id ?? undefined },
    ...{ number: row.number, state: row.state, browserHash: row.browser_hash ?? undefined },
    ...{ stateHash: row.state_hash ?? undefined, sealed: row.sealed ?? undefined },
    account: row.subject === null || row.name === null ? undefined : { subject: row.subject, name: row.name },
    ...{ failure: row.failure ?? undefined, expiresAtMs: row.expires_at_ms },
  }
}

/** Columns of the members that are given. */
function columnsOf(key: SocialAttemptKey) {
  const { provider, keyThumbprint, state, browserHash } = key
  return {
    ...('idHash' in key && { id_hash: key.idHash }),
    ...('startHash' in key && { start_hash: key.startHash }),
    ...('stateHash' in key && { state_hash: key.stateHash }),
    ...(provider !== undefined && { provider }),
    ...(keyThumbprint !== undefined && { key_thumbprint: keyThumbprint }),
    ...(state !== undefined && { state }),
    ...(browserHash !== undefined && { browser_hash: browserHash }),
  }
}

function changesOf({ state, browserHash, stateHash, sealed, account, failure }: SocialAttemptChange) {
  return {
    state,
    ...(browserHash !== undefined && { browser_hash: browserHash }),
    ...(stateHash !== undefined && { state_hash: stateHash }),
    ...(sealed !== undefined && { sealed }),
    ...(account !== undefined && { subject: account.subject, name: account.name }),
    ...(failure !== undefined && { failure }),
  }
}

/** Logins with accounts of other services. */
export function createSocialAttemptStore({ read, write }: Database): SocialAttemptStore {
  return {
    add: async ({ idHash, startHash, provider, keyThumbprint, site, userId, number, expiresAtMs }) => {
      const row = {
        ...{ id_hash: idHash, start_hash: startHash, provider, key_thumbprint: keyThumbprint, site },
        ...{ user_id: userId ?? null, number, browser_hash: null, state_hash: null, sealed: null },
        ...{ subject: null, name: null, failure: null, expires_at_ms: expiresAtMs },
        state: 'created',
      } as const
      const added = await write((db) =>
        db
          .insertInto('social_attempts')
          .values(row)
          .onConflict((conflict) => conflict.column('start_hash').doNothing())
          .returning('id_hash')
          .executeTakeFirst(),
      )
      return added !== undefined
    },
    find: async (key, nowMs) => {
      const found = await read
        .selectFrom('social_attempts')
        .selectAll()
        .where((where) => where.and(columnsOf(key)))
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      return found && attemptOf(found)
    },
    change: async (key, change, nowMs) => {
      const changed = await write((db) =>
        db
          .updateTable('social_attempts')
          .set(changesOf(change))
          .where((where) => where.and(columnsOf(key)))
          .where('expires_at_ms', '>', nowMs)
          .returningAll()
          .executeTakeFirst(),
      )
      return changed && attemptOf(changed)
    },
  }
}
