import type { RecordStore, SessionRecords } from '../../walletconnect-source.ts'

/** Records in memory; a second client of the same records acts as a reload or another tab. */
export function memoryRecords(initial: SessionRecords = {}): RecordStore {
  let records = initial
  return {
    read: () => records,
    update: (change) => {
      records = change(records)
    },
  }
}
