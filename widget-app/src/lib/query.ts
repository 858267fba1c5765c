import type { QueryEngine } from './query-engine.ts'
import type { QueryOptions, QueryResult, RefetchMode } from './query-result.ts'
import { type Atom, atom, type Getter, type WritableAtom } from './state.ts'

const loadedEngineAtom = atom<QueryEngine | undefined>(undefined)

/** The listeners of one store. They are called from the library's first load on, which can fail at once. */
const failureListenersAtom = atom(() => new Set<(key: readonly unknown[]) => void>())

/** The query library, once it has loaded. */
export const queryEngineAtom: Atom<QueryEngine | undefined> = loadedEngineAtom

/**
 * Loads the query library, once per store. It is a file of its own, because the first view shows wallets before
 * anything remote has been fetched.
 */
export const loadQueryEngineAtom = atom(null, async (get, set): Promise<QueryEngine> => {
  const { createQueryEngine } = await import('./query-engine.ts')
  const loaded = get(loadedEngineAtom)
  if (loaded) return loaded
  const engine = createQueryEngine()
  engine.onFailure((key) => {
    for (const listener of get(failureListenersAtom)) listener(key)
  })
  set(loadedEngineAtom, engine)
  return engine
})

const engineAtom = atom(
  (get) => get(loadedEngineAtom),
  (get, set) => {
    // A query in progress shows as loading, and a new mount loads the library again.
    if (!get(loadedEngineAtom)) set(loadQueryEngineAtom).catch(() => undefined)
  },
)
engineAtom.onMount = (load) => load()

const loading: QueryResult<never> = { is: 'loading' }

/**
 * An atom over one query, whose options may depend on other atoms. It loads while mounted; writing to it requests a
 * refetch, which is rejected during the retry gap of a failure.
 */
export function queryAtom<T>(
  read: (get: Getter) => QueryOptions<T>,
): WritableAtom<QueryResult<T>, [], Promise<RefetchMode>> {
  const optionsAtom = atom(read)
  const observerAtom = atom((get) => {
    const options = get(optionsAtom)
    // A disabled query does not load the library.
    return get(options.enabled === false ? loadedEngineAtom : engineAtom)?.observe(options)
  })
  const resultAtom = atom((get) => {
    const observer = get(observerAtom)
    const current = atom<QueryResult<T>>(observer?.current() ?? loading)
    current.onMount = (setResult) => observer?.subscribe(setResult)
    return current
  })
  return atom(
    (get) => get(get(resultAtom)),
    async (get, set): Promise<RefetchMode> => {
      const engine = await set(loadQueryEngineAtom)
      const options = get(optionsAtom)
      return options.enabled === false ? { is: 'disabled' } : engine.observe(options).refetch()
    },
  )
}

/**
 * Marks every result whose key starts with these parts as stale; mounted subscribers refetch, except within the retry gap.
 */
export const refetchQueriesAtom = atom(
  null,
  async (get, _set, ...prefix: readonly unknown[]): Promise<void> => {
    await get(loadedEngineAtom)?.invalidate(prefix)
  },
)

/** Calls the listener with the key of every load that fails from now on; returns the unsubscribe function. */
export const watchFailuresAtom = atom(null, (get, set, onFailure: (key: readonly unknown[]) => void) => {
  const listeners = get(failureListenersAtom)
  listeners.add(onFailure)
  set(loadQueryEngineAtom).catch(() => undefined)
  return () => listeners.delete(onFailure)
})
