import type { StoredTransfer, TransferStep, TransferStore } from '../ports/stores/transfers.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

const columns = {
  key: 'key_message',
  reveal: 'reveal_message',
  secret: 'secret_message',
} as const satisfies Record<TransferStep, string>
const columnBefore = { key: 'commit_message', reveal: 'key_message', secret: 'reveal_message' } as const

function transferOf(found: unknown): StoredTransfer {
  const row = parseRow('wallet_transfers', found)
  return {
    ...{ id: row.id, userId: row.user_id, deviceId: row.device_id, deviceName: row.device_name },
    ...{ commit: row.commit_message, key: row.key_message ?? undefined },
    ...{ reveal: row.reveal_message ?? undefined, secret: row.secret_message ?? undefined },
    expiresAtMs: row.expires_at_ms,
  }
}

/** Transfers of wallets between devices. */
export function createTransferStore({ read, write, transact }: Database): TransferStore {
  return {
    start: ({ id, userId, deviceId, deviceName, commit, expiresAtMs }) =>
      transact(async (db) => {
        const row = {
          ...{ id, user_id: userId, device_id: deviceId, device_name: deviceName },
          ...{ commit_message: commit, key_message: null, reveal_message: null, secret_message: null },
          expires_at_ms: expiresAtMs,
        }
        await db
          .insertInto('wallet_transfers')
          .values(row)
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute()
      }),
    find: async (userId, nowMs) => {
      const found = await read
        .selectFrom('wallet_transfers')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      return found && transferOf(found)
    },
    put: async (id, step, message, nowMs) => {
      const column = columns[step]
      const stored = await write((db) =>
        db
          .updateTable('wallet_transfers')
          .set({ [column]: message })
          .where('id', '=', id)
          .where('expires_at_ms', '>', nowMs)
          .where(columnBefore[step], 'is not', null)
          .where((where) => where.or([where(column, 'is', null), where(column, '=', message)]))
          .returning('id')
          .executeTakeFirst(),
      )
      return stored !== undefined
    },
    end: async (userId, id) => {
      await write((db) =>
        db.deleteFrom('wallet_transfers').where('user_id', '=', userId).where('id', '=', id).execute(),
      )
    },
  }
}
