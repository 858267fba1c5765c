/** How much a subject may use per time window. */
export type Budget = {
  /** Unique, e.g. `code-send ip`. */
  readonly name: string
  readonly points: number
  readonly seconds: number
  /** True if replicas share it; else each replica counts separately. */
  readonly isShared: boolean
  /** While the shared store is unavailable: `local` counts on this replica alone, `refuse` rejects every request. */
  readonly whenUnavailable: 'local' | 'refuse'
}

/** Points to charge to the budget of one subject: an IP network, an account, a project. */
export type Charge = { readonly budget: Budget; readonly subject: string; readonly points: number }

export type RateLimitResult =
  | { readonly is: 'allowed' }
  /** `retryAfterSeconds`: until the budget is full again, an integer of at least 1. */
  | { readonly is: 'limited'; readonly budget: string; readonly retryAfterSeconds: number }
  /** The shared store is unavailable, and the budget rejects requests without it. */
  | { readonly is: 'unavailable'; readonly budget: string; readonly retryAfterSeconds: number }

export type RateLimiter = {
  /** Charges in order, up to the first charge that is rejected; those before it are not refunded. */
  readonly charge: (charges: readonly Charge[]) => Promise<RateLimitResult>
  /**
   * Reserves the next slot of a name; all replicas together have one slot per interval. Returns 0 if reserved, else the
   * milliseconds until the next try. Without a shared store, and while it is unavailable, each slot is reserved: replicas
   * throttle separately.
   */
  readonly reserveSlot: (name: string, intervalMs: number) => Promise<number>
  /** Resolves when the shared store responds, at once without one. @throws Error */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}
