/**
 * Test only: an IndexedDB of one database in memory, with the parts that a key store uses. Requests succeed in tasks of their
 * own; `clone` throws for values that cannot be stored; write transactions run one after another, as in a browser.
 */
export function memoryIndexedDb(
  initial: Readonly<Record<string, unknown>> = {},
  clone: (value: unknown) => void = () => {},
) {
  const records = new Map<string, unknown>(Object.entries(initial))
  let queue: Promise<void> = Promise.resolve()
  let connections = 0

  const request = (result: unknown) => {
    const pending = { result, onsuccess: () => {}, onerror: () => {}, onupgradeneeded: () => {} }
    return pending
  }

  const transaction = () => {
    const created = { oncomplete: () => {}, onabort: () => {}, error: null }
    const steps: (() => void)[] = []
    const run = async () => {
      // A transaction ends when a task leaves it without requests.
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        const step = steps.shift()
        if (!step) break
        step()
      }
      created.oncomplete()
    }
    queue = queue.then(run)
    const add = (result: () => unknown) => {
      const pending = request(undefined)
      steps.push(() => {
        pending.result = result()
        pending.onsuccess()
      })
      return pending
    }
    const objectStore = () => ({
      get: (key: string) => add(() => records.get(key)),
      put: (value: unknown, key: string) => {
        clone(value)
        return add(() => void records.set(key, value))
      },
    })
    return Object.assign(created, { objectStore })
  }

  const open = () => {
    connections += 1
    const database = {
      transaction,
      createObjectStore: () => undefined,
      close: () => {
        connections -= 1
      },
    }
    const pending = request(database)
    setImmediate(() => {
      pending.onupgradeneeded()
      pending.onsuccess()
    })
    return pending
  }

  const part = { open }
  // The key store calls no other members.
  const factory: IDBFactory = new Proxy(Object.create(null), {
    get: (_, name) => Reflect.get(part, name),
  })
  return { factory, records, connectionCount: () => connections }
}
