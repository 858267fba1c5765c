/** How much a subject may do in a window of time. */
export type Budget = {
  /** Unique, e.g. `code-send ip`. */
  readonly name: string
  readonly points: number
  readonly seconds: number
  /** Whether replicas share it; else each replica has one of its own. */
  readonly isShared: boolean
  /** What applies while the shared store is away: a budget of this replica alone, or no request at all. */
  readonly whenAway: 'local' | 'refuse'
}

/** Points to take from the budget of one subject: an IP network, an account, a project. */
export type Charge = { readonly budget: Budget; readonly subject: string; readonly points: number }

export type RateLimitResult =
  | { readonly is: 'allowed' }
  /** `retryAfterSeconds`: until the budget is full again, whole and at least 1. */
  | { readonly is: 'limited'; readonly budget: string; readonly retryAfterSeconds: number }
  /** The shared store is away, and the budget allows nothing without it. */
  | { readonly is: 'unavailable'; readonly budget: string; readonly retryAfterSeconds: number }

export type RateLimiter = {
  /** Takes the charges in order, up to the first that is refused; those before it stay taken. */
  readonly take: (charges: readonly Charge[]) => Promise<RateLimitResult>
  /**
   * Takes the next turn of a name, of which replicas together have one per interval; returns the milliseconds until it can be tried
   * again, 0 when it was taken. Without a shared store, and while it is away, every turn is taken: each replica keeps its own pace.
   */
  readonly takeTurn: (name: string, intervalMs: number) => Promise<number>
  /** Resolves when the shared store answers, at once without one. @throws Error */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}
