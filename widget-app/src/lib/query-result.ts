/** A failed load and the epoch milliseconds before which a retry is rejected. */
export type QueryFailure = { readonly error: Error; readonly retryAt: number }

/** Remote data for a view. Old data stays `ready` while new data loads (`stale`), and stays so if that fails (`failure`). */
export type QueryResult<T> =
  | { readonly is: 'loading' }
  | {
      readonly is: 'ready'
      readonly data: T
      readonly stale: boolean
      /** Epoch milliseconds of the result. */
      readonly updatedAt: number
      readonly failure: QueryFailure | undefined
      /** Whether newer data is loading. */
      readonly isFetching?: true
    }
  | ({
      readonly is: 'failed'
      /** The load has not ended: its result is still used. */
      readonly isOverdue?: true
    } & QueryFailure)

export type QueryOptions<T> = {
  /** Equal keys share one load and one result; JSON values only. */
  readonly key: readonly unknown[]
  readonly load: (signal: AbortSignal) => Promise<T>
  /** Stale time: how long a result counts as fresh. */
  readonly staleTimeMs: number
  /** Minimum time between a failure and the next load; 0 by default. */
  readonly retryGapMs?: number
  /** How long the first load shows as loading, in milliseconds: 8 s by default. Then it is `isOverdue`, and continues. */
  readonly overdueAfterMs?: number
  /** False: nothing is loaded, what is cached is shown. */
  readonly enabled?: boolean
  /** A result that exists already, and its time in epoch milliseconds. */
  readonly initial?: { readonly data: T; readonly updatedAt: number } | undefined
}

/** What a refetch did. */
export type RefetchMode =
  | { readonly is: 'started' }
  | { readonly is: 'refused'; readonly retryAt: number }
  | { readonly is: 'disabled' }
