import { recordId } from '#shared/api/embedded-account.ts'
import { custom, integer, matching, nonEmptyText, parseWire, strictObject } from '#shared/wire-schema.ts'
import type { SpendingTerms } from '../core/spending-key.ts'
import { createRecordDatabase, resultOf } from './record-database.ts'
import { isFactor } from './wallet-records.ts'

/**
 * A spending limit in the vault's frame on one site: the key that is sealed for it, and the factor that opens it with the server's key.
 * The browser partitions the storage of frames by the registrable domain of the page, so that no other domain's frame has it.
 */
export type SpendingRecord = SpendingTerms & {
  /** The server's id of the limit. */
  readonly limitId: string
  /** EIP-55 address of the account that pays. */
  readonly address: string
  /** A key for HKDF, which no script can export. */
  readonly factor: CryptoKey
  /** The sealed key in base64url. */
  readonly sealed: string
}

/** What a limit is for; pages of several origins may share a partition, which is of their registrable domain. */
export type LimitKey = Pick<SpendingRecord, 'userId' | 'site' | 'asset'>

/** What the vault's frame stores. Reads return undefined for a record that does not parse. */
export type SpendingRecords = {
  readonly find: (key: LimitKey) => Promise<SpendingRecord | undefined>
  /**
   * Whether the user has any limit on this site that has not expired a day before `nowMs`, by the clock of this device, which may be ahead.
   */
  readonly hasAny: (userId: string, site: string, nowMs: number) => Promise<boolean>
  /** Replaces the limit of the same user, site and asset. Resolves once the browser has written it to its storage. */
  readonly put: (record: SpendingRecord) => Promise<void>
  /** Deletes the record only if it is of this limit: another window may have stored one meanwhile. */
  readonly remove: (record: LimitKey & Pick<SpendingRecord, 'limitId'>) => Promise<void>
}

/** A larger error of a device's clock keeps a limit that could be used from being asked for. */
export const clockErrorMs = 24 * 60 * 60_000

export const spendingRecordSchema = strictObject({
  userId: recordId,
  walletId: recordId,
  limitId: recordId,
  site: nonEmptyText(300),
  asset: nonEmptyText(200),
  maximum: matching(/^[1-9]\d{0,77}$/),
  expiresAtMs: integer(0),
  address: matching(/^0x[0-9a-fA-F]{40}$/),
  factor: custom<CryptoKey>(isFactor),
  sealed: matching(/^[\w-]{60,512}$/),
})

/** Stores limits in IndexedDB. Calls reject where the browser has none, or rejects it. */
export function createSpendingRecords(factory?: () => IDBFactory): SpendingRecords {
  const transact = createRecordDatabase('drawbridge-spending', { limits: null }, factory)
  const keyOf = ({ userId, site, asset }: LimitKey) => [userId, site, asset]
  const parse = (found: unknown): SpendingRecord | undefined => {
    const parsed = parseWire(spendingRecordSchema, found)
    return parsed.success ? parsed.data : undefined
  }
  return {
    find: async (key) =>
      parse(await transact<unknown>('limits', 'readonly', (limits) => resultOf(limits.get(keyOf(key))))),
    hasAny: async (userId, site, nowMs) => {
      const ofSite = IDBKeyRange.bound([userId, site], [userId, site, []])
      const found = await transact<unknown[]>('limits', 'readonly', (limits) =>
        resultOf(limits.getAll(ofSite)),
      )
      return found.some((value) => (parse(value)?.expiresAtMs ?? 0) > nowMs - clockErrorMs)
    },
    put: async (record) => {
      await transact('limits', 'readwrite', (limits) => resultOf(limits.put(record, keyOf(record))))
    },
    remove: (record) =>
      transact('limits', 'readwrite', async (limits) => {
        const stored = parse(await resultOf<unknown>(limits.get(keyOf(record))))
        if (stored === undefined || stored.limitId === record.limitId)
          await resultOf(limits.delete(keyOf(record)))
      }),
  }
}
