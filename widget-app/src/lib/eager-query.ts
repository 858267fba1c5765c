import { loadQueryEngineAtom, queryAtom, queryEngineAtom } from './query.ts'
import type { QueryOptions, QueryResult, RefetchMode } from './query-result.ts'
import { atom, type Getter, type WritableAtom } from './state.ts'

/** The state of the load without the library; `idle` if there was none. */
type EagerResult<T> =
  | { readonly is: 'idle' | 'loading' | 'failed' }
  | { readonly is: 'ready'; readonly data: T; readonly updatedAt: number }

const loading: QueryResult<never> = { is: 'loading' }

/** Calls `run` when the page becomes visible or its network returns: then a stale result is refetched. */
function onPageReturn(run: () => void): () => void {
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
  const keyTextAtom = atom((get) => {
    const { key, enabled } = get(optionsAtom)
    return enabled === false ? undefined : JSON.stringify(key)
  })
  const eagerAtom = atom((get) => {
    const isEnabled = get(keyTextAtom) !== undefined
    const resultAtom = atom<EagerResult<T>>({ is: 'idle' })
    const loadAtom = atom(
      (getResult) => getResult(resultAtom),
      (getNow, set) => {
        if (!isEnabled || getNow(queryEngineAtom)) return
        const eagerResult = getNow(resultAtom)
        const { load, staleTimeMs } = getNow(optionsAtom)
        const loadLibrary = () => void set(loadQueryEngineAtom).catch(() => undefined)
        const stop = onPageReturn(loadLibrary)
        if (eagerResult.is === 'ready') {
          if (Date.now() >= eagerResult.updatedAt + staleTimeMs) loadLibrary()
          return stop
        }
        const controller = new AbortController()
        const { signal } = controller
        set(resultAtom, { is: 'loading' })
        const end = (outcome: EagerResult<T>) => {
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
  const libraryAtom = queryAtom<T>((get) => {
    const eagerResult = get(get(eagerAtom))
    return { ...get(optionsAtom), initial: eagerResult.is === 'ready' ? eagerResult : undefined }
  })
  return atom(
    (get): QueryResult<T> => {
      const eagerResult = get(get(eagerAtom))
      // The library waits for the load in flight.
      if (eagerResult.is === 'loading') return loading
      if (eagerResult.is === 'failed' || get(queryEngineAtom)) return get(libraryAtom)
      return eagerResult.is === 'ready' ? { ...eagerResult, stale: false, failure: undefined } : loading
    },
    (_get, set) => set(libraryAtom),
  )
}
