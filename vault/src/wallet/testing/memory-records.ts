import type { CleanupRecord } from '../cleanup-records.ts'
import { type SessionRecord, storedUsers, type WalletRecord, type WalletRecords } from '../wallet-records.ts'

/** Records of one browser, which several windows share, in memory. Test only. */
export function memoryRecords(): WalletRecords {
  const wallets = new Map<string, WalletRecord>()
  const sessions = new Map<string, SessionRecord>()
  const cleanups = new Map<string, CleanupRecord>()
  let queue: Promise<unknown> = Promise.resolve()
  return {
    wallet: async (userId) => wallets.get(userId),
    putWallet: async (record) => void wallets.set(record.userId, record),
    deleteWallet: async (userId, envelopeId) => {
      if (wallets.get(userId)?.envelopeId === envelopeId) wallets.delete(userId)
    },
    exclusively: (_userId, run) => {
      const result = queue.then(run)
      queue = result.catch(() => undefined)
      return result
    },
    session: async (userId) => sessions.get(userId),
    putSession: async (record) => void sessions.set(record.userId, record),
    deleteSession: async ({ userId, token }) => {
      if (sessions.get(userId)?.token === token) sessions.delete(userId)
    },
    users: async () => storedUsers(wallets.values(), sessions.values()),
    cleanups: {
      list: async (userId) => [...cleanups.values()].filter((record) => record.userId === userId),
      put: async (record) => void cleanups.set(record.id, record),
      remove: async (id) => void cleanups.delete(id),
    },
  }
}
