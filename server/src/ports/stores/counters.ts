export type CountResult =
  | { readonly is: 'counted' }
  /** `untilMs`: when the counter starts again. */
  | { readonly is: 'exhausted'; readonly untilMs: number }

/** Counters and claims that every replica shares and that outlast a restart. */
export type CounterStore = {
  /**
   * Adds one, unless the counter has reached `limit`. It starts again `windowMs` after its first count, so that a period of this
   * length which includes a start has up to twice the limit: enough for a budget of requests, not for one of guesses. Atomic:
   * concurrent calls never exceed the limit together.
   */
  readonly count: (name: string, limit: number, windowMs: number, nowMs: number) => Promise<CountResult>
  /**
   * As `count`, for guesses at a secret: the counter starts again `windowMs` after its last count, so that no period of this
   * length has more than `limit`.
   */
  readonly countGuess: (name: string, limit: number, windowMs: number, nowMs: number) => Promise<CountResult>
  /** Takes one count back. */
  readonly refund: (name: string) => Promise<void>
  /** True for the first claim of a name, until `expiresAtMs`: of several callers exactly one gets true. */
  readonly claim: (name: string, expiresAtMs: number) => Promise<boolean>
}
