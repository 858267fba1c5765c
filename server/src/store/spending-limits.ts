import * as z from '../../../shared/zod.ts'
import type {
  ClaimResult,
  NewSpendingLimit,
  SpendingClaim,
  SpendingLimitStore,
  StoredSpendingLimit,
} from '../ports/stores/spending-limits.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { createSealedKeyStore } from './sealed-keys.ts'
import { parseRow, type Row } from './tables.ts'

const namedRow = z.object({ device_name: z.string() })

const limitOf = (row: Row<'spending_limits'>): StoredSpendingLimit => ({
  ...{ id: row.id, userId: row.user_id, deviceId: row.device_id, site: row.site },
  ...{ keyThumbprint: row.key_thumbprint, asset: row.asset },
  ...{ maximum: BigInt(row.maximum), claimed: BigInt(row.claimed) },
  ...{ createdAtMs: row.created_at_ms, expiresAtMs: row.expires_at_ms },
})

const rowOf = (limit: NewSpendingLimit): Row<'spending_limits'> => ({
  ...{ id: limit.id, user_id: limit.userId, device_id: limit.deviceId, site: limit.site },
  ...{ key_thumbprint: limit.keyThumbprint, asset: limit.asset, sealed_key: limit.sealedKey },
  ...{ maximum: limit.maximum.toString(), claimed: '0', last_claim_id: null, last_claim_amount: null },
  ...{ created_at_ms: limit.createdAtMs, expires_at_ms: limit.expiresAtMs },
})

/** What a claim makes of a limit, and the columns to change if it counts. */
function resultOf(
  row: Row<'spending_limits'>,
  { claimId, amount }: SpendingClaim,
): { readonly result: ClaimResult; readonly change?: Partial<Row<'spending_limits'>> } {
  if (row.last_claim_id === claimId)
    return row.last_claim_amount === amount.toString()
      ? { result: { is: 'claimed', sealedKey: row.sealed_key, claimed: BigInt(row.claimed) } }
      : { result: { is: 'other-amount' } }
  const claimed = BigInt(row.claimed) + amount
  if (claimed > BigInt(row.maximum)) return { result: { is: 'exceeded' } }
  return {
    result: { is: 'claimed', sealedKey: row.sealed_key, claimed },
    change: {
      ...{ claimed: claimed.toString(), last_claim_id: claimId, last_claim_amount: amount.toString() },
    },
  }
}

/** Deletes the limits that a device has set. */
export async function endLimitsOfDevice(db: Queries, deviceId: string): Promise<void> {
  await db.deleteFrom('spending_limits').where('device_id', '=', deviceId).execute()
}

/** Deletes the limits of a user on a site; none if the site is null, as of a vault. */
export async function endLimitsAtSite(db: Queries, userId: string, site: string | null): Promise<void> {
  await db.deleteFrom('spending_limits').where('user_id', '=', userId).where('site', '=', site).execute()
}

/** Spending limits of embedded wallets. */
export function createSpendingLimitStore(database: Database): SpendingLimitStore {
  const { kind, read, transact } = database
  const unexpired = (db: Queries, nowMs: number) =>
    db.selectFrom('spending_limits').where('spending_limits.expires_at_ms', '>', nowMs)

  const ofKey = (
    db: Queries,
    { id, keyThumbprint }: Pick<SpendingClaim, 'id' | 'keyThumbprint'>,
    nowMs: number,
  ) => unexpired(db, nowMs).selectAll().where('id', '=', id).where('key_thumbprint', '=', keyThumbprint)

  /** Whether the user's device is not revoked; it is not while the transaction runs. */
  async function isActive(db: Queries, { userId, deviceId }: NewSpendingLimit): Promise<boolean> {
    const device = await db
      .selectFrom('embedded_devices')
      .select('id')
      .where('id', '=', deviceId)
      .where('user_id', '=', userId)
      .where('revoked_at_ms', 'is', null)
      .$if(kind === 'postgres', (query) => query.forShare())
      .executeTakeFirst()
    return device !== undefined
  }

  /** Number of limits that a new one does not replace. */
  async function countOthers(
    db: Queries,
    { userId, keyThumbprint, site, asset, createdAtMs }: NewSpendingLimit,
  ) {
    const others = await unexpired(db, createdAtMs)
      .select('id')
      .where('user_id', '=', userId)
      .where((where) =>
        where.or([
          where('key_thumbprint', '<>', keyThumbprint),
          where('site', '<>', site),
          where('asset', '<>', asset),
        ]),
      )
      .execute()
    return others.length
  }

  return {
    add: (limit, max, audit) =>
      transact(async (db) => {
        if (!(await isActive(db, limit))) return 'revoked'
        if ((await countOthers(db, limit)) >= max) return 'full'
        const row = rowOf(limit)
        await db
          .insertInto('spending_limits')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'key_thumbprint', 'site', 'asset']).doUpdateSet(row),
          )
          .execute()
        await insertAuditEvent(db, limit.userId, audit)
        return 'added'
      }),
    list: async (userId, nowMs) => {
      const rows = await unexpired(read, nowMs)
        .innerJoin('embedded_devices', 'embedded_devices.id', 'spending_limits.device_id')
        .selectAll('spending_limits')
        .select('embedded_devices.name as device_name')
        .where('spending_limits.user_id', '=', userId)
        .orderBy('spending_limits.created_at_ms')
        .orderBy('spending_limits.id')
        .execute()
      return rows.map((found) => ({
        ...limitOf(parseRow('spending_limits', found)),
        deviceName: z.parse(namedRow, found).device_name,
      }))
    },
    find: async (id, keyThumbprint, nowMs) => {
      const found = await ofKey(read, { id, keyThumbprint }, nowMs).executeTakeFirst()
      return found && limitOf(parseRow('spending_limits', found))
    },
    claim: (claim, nowMs, audit) =>
      transact(async (db) => {
        const found = await ofKey(db, claim, nowMs)
          .$if(kind === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (found === undefined) return { is: 'unknown' }
        const row = parseRow('spending_limits', found)
        const { result, change } = resultOf(row, claim)
        if (change !== undefined) {
          await db.updateTable('spending_limits').set(change).where('id', '=', row.id).execute()
          await insertAuditEvent(db, row.user_id, audit)
        }
        return result
      }),
    revoke: (userId, id, audit) =>
      transact(async (db) => {
        const revoked = await db
          .deleteFrom('spending_limits')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (revoked === undefined) return false
        await insertAuditEvent(db, userId, audit)
        return true
      }),
    ...createSealedKeyStore(database, 'spending_limits'),
  }
}
