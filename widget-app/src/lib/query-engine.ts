import { QueryClient, QueryObserver, type QueryObserverResult, type QueryState } from '@tanstack/query-core'
import type { Loaded, QueryOptions, Refresh } from './remote-data.ts'

/** One query as its reader sees it. */
export type QueryReader<T> = {
  current(): Loaded<T>
  /** Loads while subscribed; calls with the present result at once. */
  subscribe(onResult: (result: Loaded<T>) => void): () => void
  refresh(): Promise<Refresh>
}

/** TanStack's query client behind our words; one per store. */
export type QueryEngine = {
  observe<T>(options: QueryOptions<T>): QueryReader<T>
  invalidate(prefix: readonly unknown[]): Promise<void>
  onFailure(listener: (key: readonly unknown[]) => void): () => void
}

type Failed = { readonly status: string; readonly errorUpdatedAt: number }

const retryAtOf = (state: Failed, gapMs: number): number =>
  state.status === 'error' ? state.errorUpdatedAt + gapMs : 0

function toLoaded<T>(result: QueryObserverResult<T, Error>, gapMs: number): Loaded<T> {
  const failure =
    result.status === 'error' ? { error: result.error, retryAt: result.errorUpdatedAt + gapMs } : undefined
  if (result.data !== undefined) {
    const { data, isStale: stale, dataUpdatedAt: updatedAt } = result
    return {
      ...{ is: 'ready', data, stale, updatedAt, failure },
      ...(result.fetchStatus !== 'idle' && { underWay: true }),
    }
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
    ...(options.initial && {
      initialData: options.initial.data,
      initialDataUpdatedAt: options.initial.updatedAt,
    }),
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

/** Makes the engine of a store. */
export function createQueryEngine(): QueryEngine {
  const client = new QueryClient()
  return {
    observe: (options) => {
      const observer = observe(client, options)
      const gapMs = options.retryGapMs ?? 0
      const current = () => toLoaded(observer.getCurrentResult(), gapMs)
      return {
        current,
        subscribe: (onResult) => {
          client.mount()
          const stop = observer.subscribe((result) => onResult(toLoaded(result, gapMs)))
          onResult(current())
          return () => {
            // Whoever follows in the same turn takes over a load that is under way; without any reader it would be ended,
            // and begun anew: without end where the load itself changes what the options are made of.
            queueMicrotask(() => {
              stop()
              client.unmount()
            })
          }
        },
        refresh: async () => {
          const retryAt = retryAtOf(observer.getCurrentQuery().state, gapMs)
          if (Date.now() < retryAt) return { is: 'refused', retryAt }
          // Whoever asks while an answer is on its way waits for that one.
          await observer.refetch({ cancelRefetch: false })
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
