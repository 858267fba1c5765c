import { credentialIdSchema, recordId } from '#shared/api/embedded-account.ts'
import { nonEmptyText, oneOf, optional, parseWire, strictObject } from '#shared/wire-schema.ts'
import { createRecordDatabase, resultOf } from './record-database.ts'

/**
 * What has to be deleted from this device once the server has made a change, whose response may be lost. `passkey`: in the keychain, once it
 * is removed; `recovery-key`: a key pair, once the recovery that it was created for is over.
 */
export type CleanupRecord = {
  readonly is: 'passkey' | 'recovery-key'
  readonly userId: string
  /** Id of the passkey, or the public key; both in base64url. */
  readonly id: string
  /** Relying party id of the passkey. */
  readonly rpId?: string | undefined
}

/** What the vault has to delete on this device. */
export type CleanupRecords = {
  /** Those of a user; without records that do not parse. */
  readonly list: (userId: string) => Promise<readonly CleanupRecord[]>
  readonly put: (record: CleanupRecord) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

const cleanupSchema = strictObject({
  is: oneOf('passkey', 'recovery-key'),
  userId: recordId,
  id: credentialIdSchema,
  rpId: optional(nonEmptyText(253)),
})

/** Stores them in IndexedDB. Calls reject where the browser has none, or rejects it. */
export function createCleanupRecords(factory?: () => IDBFactory): CleanupRecords {
  const transact = createRecordDatabase('drawbridge-cleanups', { cleanups: 'id' }, factory)
  return {
    list: async (userId) => {
      const found = await transact<unknown[]>('cleanups', 'readonly', (store) => resultOf(store.getAll()))
      return found.flatMap((value) => {
        const parsed = parseWire(cleanupSchema, value)
        return parsed.success && parsed.data.userId === userId ? [parsed.data] : []
      })
    },
    put: async (record) => {
      await transact('cleanups', 'readwrite', (store) => resultOf(store.put(record)))
    },
    remove: async (id) => {
      await transact('cleanups', 'readwrite', (store) => resultOf(store.delete(id)))
    },
  }
}
