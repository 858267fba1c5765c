import { QueryClient, QueryObserver, type QueryObserverResult, type QueryState } from '@tanstack/query-core'
import { atom, type Getter, type WritableAtom } from './state.ts'

/** A failed load and the epoch milliseconds before which a retry is refused. */
export type LoadFailure = { readonly error: Error; readonly retryAt: number }

/**
 * Remote data as a screen needs it. Old data stays `ready` while new data loads (`stale`), and stays so when that
 * fails (`failure`).
 */
export type Loaded<T> =
  | { readonly is: 'loading' }
  | {
      readonly is: 'ready'
      readonly data: T
      readonly stale: boolean
      /** Epoch milliseconds of the answer. */
      readonly updatedAt: number
      readonly failure: LoadFailure | undefined
    }
  | ({ readonly is: 'failed' } & LoadFailure)

export type QueryOptions<T> = {
  /** Equal keys share one load and one answer; JSON values only. */
  readonly key: readonly unknown[]
  readonly load: (signal: AbortSignal) => Promise<T>
  /** How long an answer counts as fresh. */
  readonly lifetimeMs: number
  /** After a failure, nobody may load again for this long; 0 by default. */
  readonly retryGapMs?: number
  /** False: nothing is loaded, what is cached is shown. */
  readonly enabled?: boolean
}

/** What became of a wish to load again. */
export type Refresh =
  | { readonly is: 'started' }
  | { readonly is: 'refused'; readonly retryAt: number }
  | { readonly is: 'disabled' }

const clientAtom = atom(() => new QueryClient())

type Failed = { readonly status: string; readonly errorUpdatedAt: number }

const retryAtOf = (state: Failed, gapMs: number): number =>
  state.status === 'error' ? state.errorUpdatedAt + gapMs : 0

function toLoaded<T>(result: QueryObserverResult<T, Error>, gapMs: number): Loaded<T> {
  const failure =
    result.status === 'error' ? { error: result.error, retryAt: result.errorUpdatedAt + gapMs } : undefined
  if (result.data !== undefined) {
    const { data, isStale: stale, dataUpdatedAt: updatedAt } = result
    return { is: 'ready', data, stale, updatedAt, failure }
  }
  // A load after a failure shows as loading, so that "Try again" visibly does something.
  if (failure && result.fetchStatus === 'idle') return { is: 'failed', ...failure }
  return { is: 'loading' }
}

function observe<T>(client: QueryClient, options: QueryOptions<T>): QueryObserver<T, Error> {
  const gapMs = options.retryGapMs ?? 0
  const allowed = (query: { state: QueryState<T, Error> }) => Date.now() >= retryAtOf(query.state, gapMs)
  return new QueryObserver<T, Error>(client, {
    queryKey: options.key,
    queryFn: ({ signal }) => options.load(signal),
    staleTime: options.lifetimeMs,
    enabled: options.enabled ?? true,
    // Retries are lib/http's, per status; `always`: being "offline" must not stop a call to a local address.
    retry: false,
    meta: { retryGapMs: gapMs },
    networkMode: 'always',
    retryOnMount: allowed,
    refetchOnMount: allowed,
    refetchOnReconnect: allowed,
    refetchOnWindowFocus: allowed,
  })
}

/**
 * An atom over one query, whose options may depend on other atoms. It loads while mounted; writing to it asks for a
 * new load, which is refused during the retry gap of a failure.
 */
export function queryAtom<T>(
  read: (get: Getter) => QueryOptions<T>,
): WritableAtom<Loaded<T>, [], Promise<Refresh>> {
  const optionsAtom = atom(read)
  const observerAtom = atom((get) => observe<T>(get(clientAtom), get(optionsAtom)))
  const resultAtom = atom((get) => {
    const observer = get(observerAtom)
    const current = atom(observer.getCurrentResult())
    current.onMount = (setResult) => {
      const stopFocus = get(clientAtom)
      stopFocus.mount()
      const stop = observer.subscribe(setResult)
      setResult(observer.getCurrentResult())
      return () => {
        stop()
        stopFocus.unmount()
      }
    }
    return current
  })
  return atom(
    (get) => toLoaded(get(get(resultAtom)), get(optionsAtom).retryGapMs ?? 0),
    async (get): Promise<Refresh> => {
      const options = get(optionsAtom)
      if (options.enabled === false) return { is: 'disabled' }
      const observer = get(observerAtom)
      const retryAt = retryAtOf(observer.getCurrentQuery().state, options.retryGapMs ?? 0)
      if (Date.now() < retryAt) return { is: 'refused', retryAt }
      await observer.refetch()
      return { is: 'started' }
    },
  )
}

/**
 * Marks every answer whose key starts with these parts as old; mounted readers load again at once, except within the
 * retry gap of a failure.
 */
export const refreshQueriesAtom = atom(null, (get, _set, ...prefix: readonly unknown[]) =>
  get(clientAtom).invalidateQueries({
    queryKey: prefix,
    predicate: ({ state, meta }) =>
      Date.now() >= retryAtOf(state, typeof meta?.retryGapMs === 'number' ? meta.retryGapMs : 0),
  }),
)

/** Tells the key of every load that fails, from now on; returns the end of that. */
export const watchFailuresAtom = atom(null, (get, _set, onFailure: (key: readonly unknown[]) => void) =>
  get(clientAtom)
    .getQueryCache()
    .subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onFailure(event.query.queryKey)
    }),
)
