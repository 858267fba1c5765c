import type { Frame } from '@playwright/test'

/** What a document's origin stores, and what its address bar and history show. */
export type BrowserState = {
  /** Name and value of each place, as text. The name starts with the origin. Bytes are hexadecimal. */
  readonly entries: readonly (readonly [place: string, value: string])[]
  /** Private and secret keys in databases. */
  readonly keys: readonly { readonly place: string; readonly exported: 'exported' | 'refused' }[]
}

/** Reads all of storage, databases, cookies, URL, title and history state of a document. */
export const readBrowserState = (frame: Frame): Promise<BrowserState> =>
  frame.evaluate(async () => {
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const keys: { place: string; exported: 'exported' | 'refused' }[] = []
    const textOf = async (place: string, value: unknown): Promise<string> => {
      if (value instanceof ArrayBuffer) return hexOf(new Uint8Array(value))
      if (ArrayBuffer.isView(value))
        return hexOf(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
      if (value instanceof CryptoKey) {
        if (value.type === 'public') return 'public key'
        const formats = ['raw', 'pkcs8', 'jwk'] as const
        const exports = await Promise.allSettled(
          formats.map((format) => crypto.subtle.exportKey(format, value)),
        )
        const isExported = exports.some(({ status }) => status === 'fulfilled')
        keys.push({ place, exported: isExported ? 'exported' : 'refused' })
        return 'private key'
      }
      if (typeof value !== 'object' || value === null) return String(value)
      const members = await Promise.all(
        Object.entries(value).map(async ([name, member]) => `${name}: ${await textOf(place, member)}`),
      )
      return members.join('\n')
    }
    const entries: [string, string][] = [
      [`${origin} location`, location.href],
      [`${origin} title`, document.title],
      [`${origin} cookie`, document.cookie],
      [`${origin} history.state`, JSON.stringify(history.state)],
    ]
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
      for (const [key, value] of Object.entries(storage))
        entries.push([`${origin} ${name} ${key}`, String(value)])
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const place = `${origin} ${name} ${store}`
        const objects = database.transaction(store).objectStore(store)
        const [names, records] = await Promise.all([
          resultOf(objects.getAllKeys()),
          resultOf(objects.getAll()),
        ])
        entries.push([place, await textOf(place, names)], [place, await textOf(place, records)])
      }
      database.close()
    }
    return { entries, keys }
  })

/** A database of a document: its version, and each object store's key path with the members of its records. */
export type DatabaseShape = {
  readonly version: number
  readonly stores: Readonly<
    Record<string, { readonly keyPath: unknown; readonly records: readonly Record<string, string>[] }>
  >
}

/** Reads the shape of a database: of each member of a record its type; of a key its algorithm, and whether scripts can export it. */
export const readDatabaseShape = (frame: Frame, name: string): Promise<DatabaseShape> =>
  frame.evaluate(async (database) => {
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const typeOf = (value: unknown) =>
      value instanceof CryptoKey
        ? `${value.extractable ? 'open' : 'closed'} ${value.algorithm.name} key for ${value.usages.join()}`
        : typeof value
    const opened = await resultOf(indexedDB.open(database))
    const stores: Record<string, { keyPath: unknown; records: Record<string, string>[] }> = {}
    for (const store of opened.objectStoreNames) {
      const objects = opened.transaction(store).objectStore(store)
      const records = await resultOf(objects.getAll())
      stores[store] = {
        keyPath: objects.keyPath,
        records: records.map((record) =>
          Object.fromEntries(Object.entries(record).map(([member, value]) => [member, typeOf(value)])),
        ),
      }
    }
    const { version } = opened
    opened.close()
    return { version, stores }
  }, name)
