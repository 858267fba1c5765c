/** The key of a browser that proves possession, and whether it survives the page. */
export type StoredKey = {
  /** P-256, for ECDSA; the private key cannot be exported. */
  readonly pair: CryptoKeyPair
  /** False where the browser has no IndexedDB or rejects it: the next page has another key. */
  readonly isPersistent: boolean
}

export type KeyStore = {
  /** The key of this browser, which the first call creates. */
  readonly load: () => Promise<StoredKey>
}

const objectStore = 'keys'
const recordId = 'es256'

const generatePair = () =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

const isKey = (value: unknown, type: KeyType): value is CryptoKey =>
  value instanceof CryptoKey &&
  value.type === type &&
  'namedCurve' in value.algorithm &&
  value.algorithm.namedCurve === 'P-256' &&
  value.usages.includes(type === 'private' ? 'sign' : 'verify') &&
  (type === 'public' || !value.extractable)

/** The pair of a record; undefined if there is none, or it is not one that `generatePair` has created. */
function parsePair(record: unknown): CryptoKeyPair | undefined {
  const { privateKey, publicKey }: { readonly [key: string]: unknown } = Object(record)
  return isKey(privateKey, 'private') && isKey(publicKey, 'public') ? { privateKey, publicKey } : undefined
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const completionOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(objectStore)
  return resultOf(request)
}

async function loadPair(database: IDBDatabase): Promise<CryptoKeyPair> {
  const reading = database.transaction(objectStore, 'readonly')
  const stored = parsePair(await resultOf(reading.objectStore(objectStore).get(recordId)))
  if (stored) return stored
  const created = await generatePair()
  const writing = database.transaction(objectStore, 'readwrite')
  const [pair] = await Promise.all([
    addPair(writing.objectStore(objectStore), created),
    completionOf(writing),
  ])
  return pair
}

/** Stores a pair, unless another page has stored its own since: then returns that. */
async function addPair(records: IDBObjectStore, created: CryptoKeyPair): Promise<CryptoKeyPair> {
  const stored = parsePair(await resultOf(records.get(recordId)))
  if (!stored) records.put(created, recordId)
  return stored ?? created
}

/**
 * Keeps one key in IndexedDB, which all pages of the origin share; in memory where that fails.
 * @param indexedDb reads the browser's `indexedDB`, which is undefined or throws in some frames.
 */
export function createKeyStore(
  databaseName: string,
  indexedDb: () => IDBFactory | undefined = () => globalThis.indexedDB,
): KeyStore {
  let loading: Promise<StoredKey> | undefined

  async function loadStored(): Promise<StoredKey | undefined> {
    try {
      const factory = indexedDb()
      if (!factory) return undefined
      const database = await openDatabase(factory, databaseName)
      try {
        return { pair: await loadPair(database), isPersistent: true }
      } finally {
        database.close()
      }
    } catch {
      return undefined
    }
  }

  return {
    load: () => {
      loading ??= loadStored()
        .then(async (stored) => stored ?? { pair: await generatePair(), isPersistent: false })
        .catch((cause: unknown) => {
          loading = undefined
          throw cause
        })
      return loading
    },
  }
}
