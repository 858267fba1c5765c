/** A failed load and the epoch milliseconds before which a retry is refused. */
export type QueryFailure = { readonly error: Error; readonly retryAt: number }

/**
 * Remote data as a screen needs it. Old data stays `ready` while new data loads (`stale`), and stays so when that
 * fails (`failure`).
 */
export type QueryResult<T> =
  | { readonly is: 'loading' }
  | {
      readonly is: 'ready'
      readonly data: T
      readonly stale: boolean
      /** Epoch milliseconds of the answer. */
      readonly updatedAt: number
      readonly failure: QueryFailure | undefined
      /** Whether newer data is on its way. */
      readonly underWay?: true
    }
  | ({
      readonly is: 'failed'
      /** The load is not over: what it brings still counts. */
      readonly isOverdue?: true
    } & QueryFailure)

export type QueryOptions<T> = {
  /** Equal keys share one load and one answer; JSON values only. */
  readonly key: readonly unknown[]
  readonly load: (signal: AbortSignal) => Promise<T>
  /** How long an answer counts as fresh. */
  readonly lifetimeMs: number
  /** After a failure, nobody may load again for this long; 0 by default. */
  readonly retryGapMs?: number
  /** How long the first load shows as loading, in milliseconds: 8 s by default. Then it is `isOverdue`, and goes on. */
  readonly patienceMs?: number
  /** False: nothing is loaded, what is cached is shown. */
  readonly enabled?: boolean
  /** An answer that is here already, and since when in epoch milliseconds. */
  readonly initial?: { readonly data: T; readonly updatedAt: number } | undefined
}

/** What became of a wish to load again. */
export type RefetchMode =
  | { readonly is: 'started' }
  | { readonly is: 'refused'; readonly retryAt: number }
  | { readonly is: 'disabled' }
