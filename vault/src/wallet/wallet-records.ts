import {
  type EmbeddedAccounts,
  embeddedAccountsSchema,
  recordId,
  sessionToken,
} from '#shared/api/embedded-account.ts'
import { custom, matching, parseWire, strictObject, type Wire } from '#shared/wire-schema.ts'

/** The wallet of a user on this device: its device envelope, and the factor that opens it with the server's key. */
export type WalletRecord = {
  readonly userId: string
  readonly walletId: string
  readonly envelopeId: string
  /** A key for HKDF, which no script can export. */
  readonly factor: CryptoKey
  /** The sealed envelope in base64url. */
  readonly sealed: string
  readonly accounts: EmbeddedAccounts
}

/** The session of a user with the server; its token is worth nothing without this browser's key. */
export type SessionRecord = { readonly userId: string; readonly token: string }

/** What the vault stores on this device. Reads return undefined for a record that does not parse. */
export type WalletRecords = {
  readonly wallet: (userId: string) => Promise<WalletRecord | undefined>
  /** Resolves once the browser has written it to its storage. */
  readonly putWallet: (record: WalletRecord) => Promise<void>
  /** Deletes the record only if it is of this envelope: another window may have stored one meanwhile. */
  readonly deleteWallet: (userId: string, envelopeId: string) => Promise<void>
  /** Runs one at a time, in all windows of this browser, what creates or replaces a user's wallet here. Not reentrant. */
  readonly exclusively: <Result>(userId: string, run: () => Promise<Result>) => Promise<Result>
  readonly session: (userId: string) => Promise<SessionRecord | undefined>
  readonly putSession: (record: SessionRecord) => Promise<void>
}

const isFactor = (value: unknown): boolean =>
  value instanceof CryptoKey && value.algorithm.name === 'HKDF' && value.usages.includes('deriveKey')

const walletSchema = strictObject({
  userId: recordId,
  walletId: recordId,
  envelopeId: recordId,
  factor: custom<CryptoKey>(isFactor),
  sealed: matching(/^[\w-]{60,512}$/),
  accounts: embeddedAccountsSchema,
})
const sessionSchema = strictObject({ userId: recordId, token: sessionToken })

const databaseName = 'drawbridge-wallets'
const tables = ['wallets', 'sessions'] as const
type Table = (typeof tables)[number]

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    for (const table of tables) request.result.createObjectStore(table, { keyPath: 'userId' })
  }
  return resultOf(request)
}

/** Stores the wallets of this device in IndexedDB. Calls reject where the browser has none, or rejects it. */
export function createWalletRecords(
  factory: () => IDBFactory = () => indexedDB,
  locks: () => Pick<LockManager, 'request'> = () => navigator.locks,
): WalletRecords {
  /** @param run awaits requests of the store only: the transaction ends with the last one. */
  async function transact<T>(
    table: Table,
    mode: IDBTransactionMode,
    run: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const database = await openDatabase(factory())
    try {
      // `strict`: acknowledged after the disk has it, because a wallet that is lost here may be lost for good.
      const transaction = database.transaction(table, mode, { durability: 'strict' })
      const completed = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      const [result] = await Promise.all([run(transaction.objectStore(table)), completed])
      return result
    } finally {
      database.close()
    }
  }
  async function read<Value>(table: Table, schema: Wire<Value>, userId: string): Promise<Value | undefined> {
    const parsed = parseWire(
      schema,
      await transact<unknown>(table, 'readonly', (store) => resultOf(store.get(userId))),
    )
    return parsed.success ? parsed.data : undefined
  }
  const put = async (table: Table, record: object) => {
    await transact(table, 'readwrite', (store) => resultOf(store.put(record)))
  }
  return {
    wallet: (userId) => read('wallets', walletSchema, userId),
    putWallet: (record) => put('wallets', record),
    deleteWallet: (userId, envelopeId) =>
      transact('wallets', 'readwrite', async (store) => {
        const stored = parseWire(walletSchema, await resultOf<unknown>(store.get(userId)))
        if (stored.success && stored.data.envelopeId === envelopeId) await resultOf(store.delete(userId))
      }),
    exclusively: (userId, run) => locks().request(`drawbridge-wallet-${userId}`, run),
    session: (userId) => read('sessions', sessionSchema, userId),
    putSession: (record) => put('sessions', record),
  }
}
