import { QueryClient, QueryObserver, type QueryObserverResult, type QueryState } from '@tanstack/query-core'
import type { QueryOptions, QueryResult, RefetchMode } from './query-result.ts'

/** One query, for a subscriber. */
export type QueryReader<T> = {
  current(): QueryResult<T>
  /** Loads while subscribed; calls with the current result at once. */
  subscribe(onResult: (result: QueryResult<T>) => void): () => void
  refetch(): Promise<RefetchMode>
}

/** TanStack's query client behind the widget's types; one per store. */
export type QueryEngine = {
  observe<T>(options: QueryOptions<T>): QueryReader<T>
  invalidate(prefix: readonly unknown[]): Promise<void>
  onFailure(listener: (key: readonly unknown[]) => void): () => void
}

/** A first load that takes longer than this shows as failed, and continues. */
const overdueAfterMs = 8_000

/** The failure of a load that takes too long. */
const overdue = (): QueryResult<never> => ({
  ...{ is: 'failed', error: new Error('The load takes longer than usual'), retryAt: 0, isOverdue: true },
})

type Failed = { readonly status: string; readonly errorUpdatedAt: number }

const retryAtOf = (state: Failed, gapMs: number): number =>
  state.status === 'error' ? state.errorUpdatedAt + gapMs : 0

function toQueryResult<T>(result: QueryObserverResult<T, Error>, gapMs: number): QueryResult<T> {
  const failure =
    result.status === 'error' ? { error: result.error, retryAt: result.errorUpdatedAt + gapMs } : undefined
  if (result.data !== undefined) {
    const { data, isStale: stale, dataUpdatedAt: updatedAt } = result
    return {
      ...{ is: 'ready', data, stale, updatedAt, failure },
      ...(result.fetchStatus !== 'idle' && { isFetching: true }),
    }
  }
  // A load after a failure shows as loading, so that "Try again" has a visible effect.
  if (failure && result.fetchStatus === 'idle') return { is: 'failed', ...failure }
  return { is: 'loading' }
}

/** When the current load of each query began, in epoch milliseconds. */
type FetchStartTimes = WeakMap<object, number>

function observe<T>(client: QueryClient, options: QueryOptions<T>): QueryObserver<T, Error> {
  const gapMs = options.retryGapMs ?? 0
  const isRetryAllowed = (query: { state: QueryState<T, Error> }) =>
    Date.now() >= retryAtOf(query.state, gapMs)
  return new QueryObserver<T, Error>(client, {
    queryKey: options.key,
    queryFn: ({ signal }) => options.load(signal),
    staleTime: options.staleTimeMs,
    enabled: options.enabled ?? true,
    ...(options.initial && {
      initialData: options.initial.data,
      initialDataUpdatedAt: options.initial.updatedAt,
    }),
    // lib/http retries, per status; `always`: being "offline" must not stop a call to a local address.
    retry: false,
    meta: { retryGapMs: gapMs },
    networkMode: 'always',
    retryOnMount: isRetryAllowed,
    refetchOnMount: isRetryAllowed,
    refetchOnReconnect: isRetryAllowed,
    refetchOnWindowFocus: isRetryAllowed,
  })
}

/** Creates the engine of a store. */
export function createQueryEngine(): QueryEngine {
  const client = new QueryClient()
  const startTimes: FetchStartTimes = new WeakMap()
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') startTimes.set(event.query, Date.now())
  })
  return {
    observe: (options) => {
      const observer = observe(client, options)
      const gapMs = options.retryGapMs ?? 0
      const limitMs = options.overdueAfterMs ?? overdueAfterMs
      /** How long the load may still take until it is overdue; undefined while nothing loads. */
      const remainingMs = (): number | undefined => {
        const at = startTimes.get(observer.getCurrentQuery())
        const isLoading = observer.getCurrentResult().fetchStatus === 'fetching'
        return isLoading && at !== undefined ? at + limitMs - Date.now() : undefined
      }
      const current = () => {
        const queryResult = toQueryResult(observer.getCurrentResult(), gapMs)
        return queryResult.is === 'loading' && (remainingMs() ?? 1) <= 0 ? overdue() : queryResult
      }
      return {
        current,
        subscribe: (onResult) => {
          client.mount()
          let timer: ReturnType<typeof setTimeout> | undefined
          const emit = () => {
            clearTimeout(timer)
            const queryResult = current()
            const remaining = queryResult.is === 'loading' ? remainingMs() : undefined
            if (remaining !== undefined && Number.isFinite(remaining)) timer = setTimeout(emit, remaining)
            onResult(queryResult)
          }
          const stopResults = observer.subscribe(emit)
          // A restarted load emits no new result.
          const stopLoads = client.getQueryCache().subscribe(({ type, query }) => {
            if (type === 'updated' && query === observer.getCurrentQuery()) emit()
          })
          const stop = () => {
            clearTimeout(timer)
            stopLoads()
            stopResults()
          }
          emit()
          return () => {
            // Unsubscribe in a microtask so that a new subscriber keeps the load in flight; without any subscriber it would
            // be aborted and
            // restarted: endlessly if the load itself changes what the options derive from.
            queueMicrotask(() => {
              stop()
              client.unmount()
            })
          }
        },
        refetch: async () => {
          const retryAt = retryAtOf(observer.getCurrentQuery().state, gapMs)
          if (Date.now() < retryAt) return { is: 'refused', retryAt }
          // A refetch during a load waits for that load, unless it is overdue.
          await observer.refetch({ cancelRefetch: (remainingMs() ?? 1) <= 0 })
          return { is: 'started' }
        },
      }
    },
    invalidate: (prefix) =>
      client.invalidateQueries({
        queryKey: prefix,
        predicate: ({ state, meta }) =>
          Date.now() >= retryAtOf(state, typeof meta?.retryGapMs === 'number' ? meta.retryGapMs : 0),
      }),
    onFailure: (listener) =>
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') listener(event.query.queryKey)
      }),
  }
}
