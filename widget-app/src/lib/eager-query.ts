import { loadQueryEngineAtom, queryAtom, queryEngineAtom } from './query.ts'
import type { QueryOptions, QueryResult, RefetchMode } from './query-result.ts'
import { atom, type Getter, type WritableAtom } from './state.ts'

/** What became of the load without the library; `idle` where there has been none. */
type First<T> =
  | { readonly is: 'idle' | 'loading' | 'failed' }
  | { readonly is: 'ready'; readonly data: T; readonly updatedAt: number }

const loading: QueryResult<never> = { is: 'loading' }

/** Calls when somebody comes back to the page or its network does: then an old answer is worth another load. */
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
 * A query of the first view. It loads once without the query library, which most visits never need and which weighs as
 * much as all else that happens at the first opening. The library takes the answer over as soon as it is there for
 * something else, and is loaded for this one when the load has failed or the answer may be too old.
 */
export function eagerQueryAtom<T>(
  read: (get: Getter) => QueryOptions<T>,
): WritableAtom<QueryResult<T>, [], Promise<RefetchMode>> {
  const optionsAtom = atom(read)
  // The same text for as long as the same thing is to be loaded.
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
      // The library waits for the load that is under way.
      if (first.is === 'loading') return loading
      if (first.is === 'failed' || get(queryEngineAtom)) return get(laterAtom)
      return first.is === 'ready' ? { ...first, stale: false, failure: undefined } : loading
    },
    (_get, set) => set(laterAtom),
  )
}
