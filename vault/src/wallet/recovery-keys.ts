import { createRecordDatabase, resultOf } from './record-database.ts'

/** Key pairs of this browser, to which the operator's answer to its request for a recovery is encrypted. */
export type RecoveryKeys = {
  /** Resolves once the browser has written it to its storage. */
  readonly put: (publicKey: string, pair: CryptoKeyPair) => Promise<void>
  /** The pair of a public key (in base64url); undefined if this browser does not have it. */
  readonly load: (publicKey: string) => Promise<CryptoKeyPair | undefined>
  readonly remove: (publicKey: string) => Promise<void>
}

const isKey = (value: unknown, type: KeyType): value is CryptoKey =>
  value instanceof CryptoKey &&
  value.type === type &&
  value.algorithm.name === 'ECDH' &&
  (type === 'public' || (!value.extractable && value.usages.includes('deriveBits')))

/** The pair of a record; undefined if there is none, or it is not one that this vault has created. */
function parsePair(record: unknown): CryptoKeyPair | undefined {
  const { privateKey, publicKey }: { readonly [key: string]: unknown } = Object(record)
  return isKey(privateKey, 'private') && isKey(publicKey, 'public') ? { privateKey, publicKey } : undefined
}

/** Stores key pairs in IndexedDB. Calls reject where the browser has none, or rejects it. */
export function createRecoveryKeys(factory?: () => IDBFactory): RecoveryKeys {
  const transact = createRecordDatabase('drawbridge-recovery', { keys: null }, factory)
  return {
    put: async (publicKey, pair) => {
      await transact('keys', 'readwrite', (keys) => resultOf(keys.put(pair, publicKey)))
    },
    load: async (publicKey) =>
      parsePair(await transact<unknown>('keys', 'readonly', (keys) => resultOf(keys.get(publicKey)))),
    remove: async (publicKey) => {
      await transact('keys', 'readwrite', (keys) => resultOf(keys.delete(publicKey)))
    },
  }
}
