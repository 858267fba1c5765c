import { loadQueryEngineAtom, queryAtom, queryEngineAtom } from './query.ts'
import type { QueryOptions, QueryResult, RefetchMode } from './query-result.ts'
import { atom, type Getter, type WritableAtom } from './state.ts'

/** The state of the load without the library; `idle` if there was none. */
type First<T> =
  | { readonly is: 'idle' | 'loading' | 'failed' }
  | { readonly is: 'ready'; readonly data: T; readonly updatedAt: number }

const loading: QueryResult<never> = { is: 'loading' }

/** Calls `run` when the page becomes visible or its network returns: then a stale result is refetched. */
function onReturn(run: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') run()
  }
  globalThis.document?.addEventListener('visibilitychange', onVisible)
  globalThis.addEventListener?.('online', run)
  return () => {
    globalThis.document?.removeEventListener('visibilitychange', onVisible)
    globalThis.removeEventListener?.('online', run)
  }
}

/**
 * A query of the initial view. It loads once without the query library, which most visits never need and which weighs as
 * much as everything else at the first opening. The library takes over the result once something else has loaded it, and
 * is loaded for this query if the load failed or the result may be stale.
 */
export function eagerQueryAtom<T>(
  read: (get: Getter) => QueryOptions<T>,
): WritableAtom<QueryResult<T>, [], Promise<RefetchMode>> {
  const optionsAtom = atom(read)
  // The same text as long as the same data is requested.
  const wantedAtom = atom((get) => {
    const { key, enabled } = get(optionsAtom)
    return enabled === false ? undefined : JSON.stringify(key)
  })
  const firstAtom = atom((get) => {
    const isWanted = get(wantedAtom) !== undefined
    const resultAtom = atom<First<T>>({ is: 'idle' })
    const loadAtom = atom(
      (getResult) => getResult(resultAtom),
      (getNow, set) => {
        if (!isWanted || getNow(queryEngineAtom)) return
        const first = getNow(resultAtom)
        const { load, lifetimeMs } = getNow(optionsAtom)
        const loadLibrary = () => void set(loadQueryEngineAtom).catch(() => undefined)
        const stop = onReturn(loadLibrary)
        if (first.is === 'ready') {
          if (Date.now() >= first.updatedAt + lifetimeMs) loadLibrary()
          return stop
        }
        const controller = new AbortController()
        const { signal } = controller
        set(resultAtom, { is: 'loading' })
        const end = (outcome: First<T>) => {
          if (!signal.aborted) set(resultAtom, outcome)
        }
        load(signal).then(
          (data) => end({ is: 'ready', data, updatedAt: Date.now() }),
          () => end({ is: 'failed' }),
        )
        return () => {
          stop()
          if (getNow(resultAtom).is === 'loading') end({ is: 'idle' })
          controller.abort()
        }
      },
    )
    loadAtom.onMount = (start) => start()
    return loadAtom
  })
  const laterAtom = queryAtom<T>((get) => {
    const first = get(get(firstAtom))
    return { ...get(optionsAtom), initial: first.is === 'ready' ? first : undefined }
  })
  return atom(
    (get): QueryResult<T> => {
      const first = get(get(firstAtom))
      // The library waits for the load in flight.
      if (first.is === 'loading') return loading
      if (first.is === 'failed' || get(queryEngineAtom)) return get(laterAtom)
      return first.is === 'ready' ? { ...first, stale: false, failure: undefined } : loading
    },
    (_get, set) => set(laterAtom),
  )
}
