import {
  type EmbeddedAccounts,
  embeddedAccountsSchema,
  recordId,
  sessionToken,
} from '#shared/api/embedded-account.ts'
import { custom, matching, parseWire, strictObject, type Wire } from '#shared/wire-schema.ts'
import { type CleanupRecords, createCleanupRecords } from './cleanup-records.ts'
import { createRecordDatabase, resultOf } from './record-database.ts'

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

/** A user of whom this device has a wallet, a session or both: the id of the envelope, and the token. */
export type StoredUser = {
  readonly userId: string
  readonly envelopeId?: string
  readonly token?: string
}

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
  /** Deletes the session only if it has this token. */
  readonly deleteSession: (record: SessionRecord) => Promise<void>
  /** Every user of whom there is a record; without records that do not parse. */
  readonly users: () => Promise<readonly StoredUser[]>
  readonly cleanups: CleanupRecords
}

/** Whether a value is a factor of `createDeviceFactor`. */
export const isFactor = (value: unknown): boolean =>
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

/** The users of these records, each once. */
export function storedUsers(
  wallets: Iterable<Pick<WalletRecord, 'userId' | 'envelopeId'>>,
  sessions: Iterable<SessionRecord>,
): readonly StoredUser[] {
  const users = new Map<string, StoredUser>()
  for (const { userId, envelopeId } of wallets) users.set(userId, { userId, envelopeId })
  for (const { userId, token } of sessions) users.set(userId, { ...users.get(userId), userId, token })
  return [...users.values()]
}

/** Stores the wallets of this device in IndexedDB. Calls reject where the browser has none, or rejects it. */
export function createWalletRecords(
  factory?: () => IDBFactory,
  locks: () => Pick<LockManager, 'request'> = () => navigator.locks,
): WalletRecords {
  const transact = createRecordDatabase(
    'drawbridge-wallets',
    { wallets: 'userId', sessions: 'userId' },
    factory,
  )
  async function read<Value>(
    table: 'wallets' | 'sessions',
    schema: Wire<Value>,
    userId: string,
  ): Promise<Value | undefined> {
    const parsed = parseWire(
      schema,
      await transact<unknown>(table, 'readonly', (store) => resultOf(store.get(userId))),
    )
    return parsed.success ? parsed.data : undefined
  }
  async function readAll<Value>(table: 'wallets' | 'sessions', schema: Wire<Value>): Promise<Value[]> {
    const found = await transact<unknown[]>(table, 'readonly', (store) => resultOf(store.getAll()))
    return found.flatMap((value) => {
      const parsed = parseWire(schema, value)
      return parsed.success ? [parsed.data] : []
    })
  }
  const put = async (table: 'wallets' | 'sessions', record: object) => {
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
    deleteSession: ({ userId, token }) =>
      transact('sessions', 'readwrite', async (store) => {
        const stored = parseWire(sessionSchema, await resultOf<unknown>(store.get(userId)))
        if (stored.success && stored.data.token === token) await resultOf(store.delete(userId))
      }),
    users: async () =>
      storedUsers(await readAll('wallets', walletSchema), await readAll('sessions', sessionSchema)),
    cleanups: createCleanupRecords(factory),
  }
}
