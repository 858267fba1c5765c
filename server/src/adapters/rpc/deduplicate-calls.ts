type SharedWork<Value> = {
  readonly value: Promise<Value>
  readonly controller: AbortController
  waiters: number
}

/** Shares work in flight between equal callers. */
export function createCallDeduplicator<Value>() {
  const shared = new Map<string, SharedWork<Value>>()

  function start(
    key: string | undefined,
    work: (abandoned: AbortSignal) => Promise<Value>,
  ): SharedWork<Value> {
    const controller = new AbortController()
    const entry: SharedWork<Value> = { value: work(controller.signal), controller, waiters: 0 }
    if (key === undefined) return entry
    shared.set(key, entry)
    const remove = () => {
      if (shared.get(key) === entry) shared.delete(key)
    }
    entry.value.then(remove, remove)
    return entry
  }

  return {
    has: (key: string) => shared.has(key),
    /**
     * Joins the work of this key, or starts it; without a key the work is not shared. When the last caller aborts, the
     * work's signal aborts, and the next caller starts new work.
     * @throws the signal's reason, once it aborts
     */
    join: (
      key: string | undefined,
      work: (abandoned: AbortSignal) => Promise<Value>,
      signal: AbortSignal | undefined,
    ): Promise<Value> => {
      const entry = (key === undefined ? undefined : shared.get(key)) ?? start(key, work)
      entry.waiters += 1
      if (signal === undefined) return entry.value
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          reject(signal.reason)
          entry.waiters -= 1
          if (entry.waiters > 0) return
          if (key !== undefined && shared.get(key) === entry) shared.delete(key)
          entry.controller.abort()
        }
        signal.addEventListener('abort', onAbort, { once: true })
        const removeListener = () => signal.removeEventListener('abort', onAbort)
        entry.value.then(
          (value) => {
            removeListener()
            resolve(value)
          },
          (error) => {
            removeListener()
            reject(error)
          },
        )
      })
    },
  }
}
