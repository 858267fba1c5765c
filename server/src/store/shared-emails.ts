import { domainOf } from '../../../shared/siwx/host-domain.ts'
import type { SharedEmailStore } from '../ports/stores/shared-emails.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

/** Addresses that users of embedded wallets share with a site. */
export function createSharedEmailStore({ read, write }: Database): SharedEmailStore {
  return {
    set: async ({ nonceHash, projectKey, userId, account, site, email, expiresAtMs }) => {
      const content = {
        ...{ project_key: projectKey, user_id: userId, account, site, email },
        expires_at_ms: expiresAtMs,
      }
      await write((db) =>
        db
          .insertInto('shared_emails')
          .values({ nonce_hash: nonceHash, ...content })
          .onConflict((conflict) => conflict.column('nonce_hash').doUpdateSet(content))
          .execute(),
      )
    },
    find: async ({ nonceHash, projectKey, account, host }, nowMs) => {
      const found = await read
        .selectFrom('shared_emails')
        .selectAll()
        .where('nonce_hash', '=', nonceHash)
        .where('project_key', '=', projectKey)
        .where('account', '=', account)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      if (found === undefined) return undefined
      const row = parseRow('shared_emails', found)
      return domainOf(row.site) === host ? row.email : undefined
    },
  }
}
