import type { VaultTicketStore } from '../ports/stores/vault-tickets.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

export function createVaultTicketStore({ write }: Database): VaultTicketStore {
  return {
    add: async (ticket) => {
      const { tokenHash, userId, site, keyThumbprint, steppedUpAtMs, expiresAtMs } = ticket
      const row = {
        ...{ token_hash: tokenHash, user_id: userId, site, expires_at_ms: expiresAtMs },
        ...{ key_thumbprint: keyThumbprint ?? null, stepped_up_at_ms: steppedUpAtMs ?? null },
        ...{ absolute_expires_at_ms: ticket.absoluteExpiresAtMs, issuer_id: ticket.issuerId ?? null },
      }
      await write((db) => db.insertInto('vault_tickets').values(row).execute())
    },
    consume: async (tokenHash, nowMs) => {
      const found = await write((db) =>
        db.deleteFrom('vault_tickets').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst(),
      )
      if (found === undefined) return undefined
      const row = parseRow('vault_tickets', found)
      const { absolute_expires_at_ms: absoluteExpiresAtMs } = row
      if (row.expires_at_ms <= nowMs || absoluteExpiresAtMs === null) return undefined
      return {
        tokenHash: row.token_hash,
        userId: row.user_id,
        site: row.site,
        keyThumbprint: row.key_thumbprint ?? undefined,
        steppedUpAtMs: row.stepped_up_at_ms ?? undefined,
        expiresAtMs: row.expires_at_ms,
        ...{ absoluteExpiresAtMs, issuerId: row.issuer_id ?? undefined },
      }
    },
  }
}
