import { listedDevices } from '../../../shared/api/embedded-wallet.ts'
import type { EmbeddedDevice, EmbeddedDeviceStore } from '../ports/stores/embedded-users.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { deletedUsersOf } from './deleted-vaults.ts'
import { endVaultSessions } from './login-sessions.ts'
import { lockUser } from './login-ways.ts'
import { endLimitsAtSite, endLimitsOfDevice } from './spending-limits.ts'
import { parseRow } from './tables.ts'

/** The device of a row. @throws StoredDataError */
export function deviceOf(found: unknown): EmbeddedDevice {
  const row = parseRow('embedded_devices', found)
  return {
    ...{ id: row.id, userId: row.user_id, keyThumbprint: row.key_thumbprint, kind: row.kind },
    ...{ site: row.site ?? undefined, vaultId: row.vault_id ?? undefined, name: row.name },
    ...{ createdAtMs: row.created_at_ms, lastUsedAtMs: row.last_used_at_ms },
  }
}

/** Records that a ticket has connected a frame with a vault of the same user: `one` issued it, and `other` has used it. */
export async function linkDevices(db: Queries, userId: string, one: string, other: string): Promise<void> {
  for (const [frameId, vaultId] of [
    [one, other],
    [other, one],
  ] as const)
    await db
      .updateTable('embedded_devices')
      .set({ vault_id: vaultId })
      .where('id', '=', frameId)
      .where('user_id', '=', userId)
      .where('kind', '=', 'frame')
      .execute()
}

/** Devices of users of embedded wallets. */
export function createEmbeddedDeviceStore({ kind, read, transact }: Database): EmbeddedDeviceStore {
  return {
    isKnownDevice: async ({ provider, subject }, keyThumbprint) => {
      const found = await read
        .selectFrom('embedded_identities')
        .innerJoin('embedded_devices', 'embedded_devices.user_id', 'embedded_identities.user_id')
        .select('embedded_devices.id')
        .where('embedded_identities.provider', '=', provider)
        .where('embedded_identities.subject', '=', subject)
        .where('embedded_devices.key_thumbprint', '=', keyThumbprint)
        .where('embedded_devices.revoked_at_ms', 'is', null)
        .executeTakeFirst()
      return found !== undefined
    },
    hasDevice: async (userId, keyThumbprint) => {
      const found = await read
        .selectFrom('embedded_devices')
        .select('id')
        .where('user_id', '=', userId)
        .where('key_thumbprint', '=', keyThumbprint)
        .executeTakeFirst()
      return found !== undefined
    },
    devices: async (userId) => {
      const rows = await read
        .selectFrom('embedded_devices')
        .selectAll()
        .where('user_id', '=', userId)
        .where('revoked_at_ms', 'is', null)
        .orderBy('last_used_at_ms', 'desc')
        .orderBy('id')
        .limit(listedDevices)
        .execute()
      return rows.map(deviceOf)
    },
    revokeDevice: (userId, deviceId, audit) =>
      transact(async (db) => {
        await lockUser(kind, db, userId)
        const revoked = await db
          .updateTable('embedded_devices')
          .set({ revoked_at_ms: audit.atMs })
          .where('user_id', '=', userId)
          .where('id', '=', deviceId)
          .where('revoked_at_ms', 'is', null)
          .returning(['kind', 'site'])
          .executeTakeFirst()
        if (revoked === undefined) return false
        if (revoked.kind === 'frame') await endVaultSessions(db, { userId, deviceId })
        await db.deleteFrom('embedded_sessions').where('device_id', '=', deviceId).execute()
        // A ticket does not name the device that will use it, and using one restores the key of that: all of them go.
        await db.deleteFrom('vault_tickets').where('user_id', '=', userId).execute()
        await db
          .updateTable('envelopes')
          .set({ sealed_key: null, sealed: null })
          .where('device_id', '=', deviceId)
          .where((where) => where.or([where('kind', '=', 'device'), where('is_complete', '=', 0)]))
          .execute()
        await db.deleteFrom('recovery_requests').where('device_id', '=', deviceId).execute()
        await endLimitsOfDevice(db, deviceId)
        await endLimitsAtSite(db, userId, revoked.site)
        await insertAuditEvent(db, userId, audit)
        return true
      }),
    deletedUsers: (keyThumbprint, userIds) => deletedUsersOf(read, keyThumbprint, userIds),
    revokedEnvelopes: async (keyThumbprint, envelopeIds) => {
      if (envelopeIds.length === 0) return []
      const revoked = await read
        .selectFrom('envelopes')
        .innerJoin('embedded_devices', 'embedded_devices.id', 'envelopes.device_id')
        .select('envelopes.id')
        .where('envelopes.id', 'in', [...envelopeIds])
        .where('envelopes.kind', '=', 'device')
        .where('envelopes.sealed_key', 'is', null)
        .where('embedded_devices.key_thumbprint', '=', keyThumbprint)
        .execute()
      return revoked.map(({ id }) => id)
    },
  }
}
