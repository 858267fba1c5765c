import { type EmbeddedAccounts, listedEnvelopes } from '../../../shared/api/embedded-account.ts'
import { type EnvelopeStore, envelopeLimits, type StoredEnvelope } from '../ports/stores/envelopes.ts'
import { insertAuditEvent } from './audit-events.ts'
import type { Database, Queries } from './database.ts'
import { cancelDeletionByKeys } from './deletions.ts'
import { parseAccounts } from './embedded-users.ts'
import { lockUser } from './login-ways.ts'
import { createSealedKeyStore } from './sealed-keys.ts'
import { parseRow } from './tables.ts'

const isSame = (one: EmbeddedAccounts, other: EmbeddedAccounts): boolean =>
  one.eip155 === other.eip155 && one.solana === other.solana && one.polkadot === other.polkadot

/** Undoes a transaction whose result is not an error. */
class OtherAccounts extends Error {}

function envelopeOf(found: unknown): StoredEnvelope {
  const row = parseRow('envelopes', found)
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    deviceId: row.device_id ?? undefined,
    passkeyId: row.passkey_id ?? undefined,
    sealedKey: row.sealed_key ?? '',
    sealed: row.sealed ?? undefined,
    factor:
      row.factor_key_id === null || row.sealed_factor === null
        ? undefined
        : { keyId: row.factor_key_id, sealed: row.sealed_factor },
    createdAtMs: row.created_at_ms,
    isComplete: row.is_complete === 1,
  }
}

/** Deletes the key of an envelope, and the request that waits for it; false if it is absent or revoked. */
export async function revokeEnvelope(db: Queries, userId: string, id: string): Promise<boolean> {
  const revoked = await db
    .updateTable('envelopes')
    .set({ sealed_key: null, sealed: null, sealed_factor: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('sealed_key', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (revoked === undefined) return false
  await db.deleteFrom('recovery_requests').where('envelope_id', '=', id).execute()
  return true
}

/** Envelopes of embedded wallets. A revoked one has no key. */
export function createEnvelopeStore(database: Database): EnvelopeStore {
  const { kind: databaseKind, read, transact } = database
  const unrevoked = (db: Queries, userId: string) =>
    db.selectFrom('envelopes').selectAll().where('user_id', '=', userId).where('sealed_key', 'is not', null)

  /** Whether the user has as many complete envelopes as this one's kind allows. */
  async function isFull(
    db: Queries,
    { userId, kind }: Pick<StoredEnvelope, 'userId' | 'kind'>,
    nowMs: number,
  ): Promise<boolean> {
    const complete = unrevoked(db, userId).where('is_complete', '=', 1)
    const isDevice = kind === 'device'
    const limit = isDevice ? envelopeLimits.completeOnDevices : envelopeLimits.complete
    const counted = isDevice
      ? complete
          .where('kind', '=', 'device')
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('embedded_sessions')
                .select('token_hash')
                .whereRef('embedded_sessions.device_id', '=', 'envelopes.device_id')
                .where('expires_at_ms', '>', nowMs),
            ),
          )
      : complete.where('kind', '<>', 'device')
    return (await counted.limit(limit).execute()).length >= limit
  }

  /** Deletes the oldest incomplete envelopes of a device and kind, so that there is space for another one. */
  async function makeSpace(
    db: Queries,
    { userId, kind, deviceId }: Pick<StoredEnvelope, 'userId' | 'kind' | 'deviceId'>,
  ): Promise<void> {
    if (deviceId === undefined) return
    const incomplete = await db
      .selectFrom('envelopes')
      .select('id')
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where('kind', '=', kind)
      .where('is_complete', '=', 0)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id', 'desc')
      .execute()
    for (const { id } of incomplete.slice(envelopeLimits.incompletePerDevice - 1))
      await db.deleteFrom('envelopes').where('id', '=', id).where('is_complete', '=', 0).execute()
  }

  /** Sets the wallet's accounts, or throws if it has others. */
  async function setAccounts(db: Queries, userId: string, accounts: EmbeddedAccounts): Promise<void> {
    const text = JSON.stringify(accounts)
    await db
      .updateTable('embedded_users')
      .set({ accounts: text })
      .where('id', '=', userId)
      .where('accounts', 'is', null)
      .execute()
    const user = await db
      .selectFrom('embedded_users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const stored = parseAccounts(parseRow('embedded_users', user))
    if (stored === undefined || !isSame(stored, accounts)) throw new OtherAccounts()
  }

  return {
    add: async ({ id, userId, kind, deviceId, passkeyId, sealedKey, createdAtMs }, audit) => {
      const row = {
        ...{ id, user_id: userId, kind, device_id: deviceId ?? null, sealed_key: sealedKey },
        passkey_id: passkeyId ?? null,
        ...{ sealed: null, created_at_ms: createdAtMs, is_complete: 0 as const },
        ...{ factor_key_id: null, sealed_factor: null },
      }
      return transact(async (db) => {
        await lockUser(databaseKind, db, userId)
        if (await isFull(db, { userId, kind }, audit.atMs)) return 'full'
        await makeSpace(db, { userId, kind, deviceId })
        await db.insertInto('envelopes').values(row).execute()
        await insertAuditEvent(db, userId, audit)
        return 'added'
      })
    },
    list: async (userId) => {
      const rows = await unrevoked(read, userId)
        .orderBy('is_complete', 'desc')
        .orderBy(({ eb }) => eb.case().when('kind', '=', 'device').then(1).else(0).end())
        .orderBy('created_at_ms')
        .orderBy('id')
        .limit(listedEnvelopes)
        .execute()
      return rows.map(envelopeOf)
    },
    find: async (userId, id) => {
      const found = await unrevoked(read, userId).where('id', '=', id).executeTakeFirst()
      return found && envelopeOf(found)
    },
    release: (userId, id, audit) =>
      transact(async (db) => {
        const found = await unrevoked(db, userId).where('id', '=', id).executeTakeFirst()
        if (found === undefined) return undefined
        await insertAuditEvent(db, userId, audit)
        return envelopeOf(found)
      }),
    complete: async ({ userId, id, sealed, factor }, accounts, audit) => {
      try {
        return await transact(async (db) => {
          // In the order of `add`, so that the two never wait for each other.
          await lockUser(databaseKind, db, userId)
          const found = await unrevoked(db, userId)
            .where('id', '=', id)
            .$if(databaseKind === 'postgres', (query) => query.forUpdate())
            .executeTakeFirst()
          if (found === undefined) return 'unknown'
          const stored = envelopeOf(found)
          const isSameFactor = stored.factor?.sealed === factor?.sealed
          if (stored.isComplete && (stored.sealed !== sealed || !isSameFactor)) return 'unknown'
          await setAccounts(db, userId, accounts)
          await cancelDeletionByKeys(databaseKind, db, userId, audit)
          if (stored.isComplete) return 'completed'
          if (await isFull(db, stored, audit.atMs)) return 'full'
          await db
            .updateTable('envelopes')
            .set({
              ...{ sealed: sealed ?? null, is_complete: 1 },
              ...(stored.kind !== 'device' && { device_id: null }),
              ...{ factor_key_id: factor?.keyId ?? null, sealed_factor: factor?.sealed ?? null },
            })
            .where('id', '=', id)
            .execute()
          await insertAuditEvent(db, userId, audit)
          return 'completed'
        })
      } catch (error) {
        if (error instanceof OtherAccounts) return 'other-accounts'
        throw error
      }
    },
    revoke: (userId, id, audit) =>
      transact(async (db) => {
        if (!(await revokeEnvelope(db, userId, id))) return false
        await insertAuditEvent(db, userId, audit)
        return true
      }),
    ...createSealedKeyStore(database, 'envelopes'),
  }
}
