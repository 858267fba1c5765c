/** The object stores of a database, each with the key path of its records; null: keys are stated. */
type ObjectStores = Readonly<Record<string, string | null>>

/** Resolves to the result of a request. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** One transaction of one object store. `run` awaits requests of that store only: the transaction ends with the last one. */
export type Transact<Store extends string> = <T>(
  store: Store,
  mode: IDBTransactionMode,
  run: (records: IDBObjectStore) => Promise<T>,
) => Promise<T>

/**
 * A database of this origin, which the first transaction creates. A transaction resolves once the disk has what it wrote: a key that is
 * lost here may be lost for good. It rejects where the browser has no IndexedDB, or rejects it.
 */
export function createRecordDatabase<Stores extends ObjectStores>(
  name: string,
  stores: Stores,
  factory: () => IDBFactory = () => indexedDB,
): Transact<keyof Stores & string> {
  const open = () => {
    const request = factory().open(name, 1)
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(stores))
        request.result.createObjectStore(store, keyPath === null ? undefined : { keyPath })
    }
    return resultOf(request)
  }
  return async (store, mode, run) => {
    const database = await open()
    try {
      const transaction = database.transaction(store, mode, { durability: 'strict' })
      const completed = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      const [result] = await Promise.all([run(transaction.objectStore(store)), completed])
      return result
    } finally {
      database.close()
    }
  }
}
