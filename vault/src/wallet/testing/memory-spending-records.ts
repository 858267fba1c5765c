import {
  clockErrorMs,
  type LimitKey,
  type SpendingRecord,
  type SpendingRecords,
} from '../spending-records.ts'

/** Spending limits in memory. Test only. */
export function memorySpendingRecords(): SpendingRecords {
  const stored = new Map<string, SpendingRecord>()
  const keyOf = ({ userId, site, asset }: LimitKey) => `${userId} ${site} ${asset}`
  return {
    find: async (key) => stored.get(keyOf(key)),
    hasAny: async (userId, site, nowMs) =>
      [...stored.values()].some(
        (record) =>
          record.userId === userId && record.site === site && record.expiresAtMs > nowMs - clockErrorMs,
      ),
    put: async (record) => void stored.set(keyOf(record), record),
    remove: async (record) => {
      if (stored.get(keyOf(record))?.limitId === record.limitId) stored.delete(keyOf(record))
    },
  }
}
