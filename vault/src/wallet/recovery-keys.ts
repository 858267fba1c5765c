/** Key pairs of this browser, to which the operator's answer to its request for a recovery is encrypted. */
export type RecoveryKeys = {
  /** Resolves once the browser has written it to its storage. */
  readonly put: (publicKey: string, pair: CryptoKeyPair) => Promise<void>
  /** The pair of a public key (in base64url); undefined if this browser does not have it. */
  readonly load: (publicKey: string) => Promise<CryptoKeyPair | undefined>
  readonly remove: (publicKey: string) => Promise<void>
}

const databaseName = 'drawbridge-recovery'
const objectStore = 'keys'

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

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(objectStore)
  return resultOf(request)
}

/** Stores key pairs in IndexedDB. Calls reject where the browser has none, or rejects it. */
export function createRecoveryKeys(factory: () => IDBFactory = () => indexedDB): RecoveryKeys {
  async function transact<T>(
    mode: IDBTransactionMode,
    run: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await openDatabase(factory())
    try {
      // `strict`: without this key the answer, which takes days, opens nothing.
      const transaction = database.transaction(objectStore, mode, { durability: 'strict' })
      const completed = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      const [result] = await Promise.all([resultOf(run(transaction.objectStore(objectStore))), completed])
      return result
    } finally {
      database.close()
    }
  }
  return {
    put: async (publicKey, pair) => {
      await transact('readwrite', (store) => store.put(pair, publicKey))
    },
    load: async (publicKey) =>
      parsePair(await transact<unknown>('readonly', (store) => store.get(publicKey))),
    remove: async (publicKey) => {
      await transact('readwrite', (store) => store.delete(publicKey))
    },
  }
}
