export type CountResult =
  | { readonly is: 'counted' }
  /** `untilMs`: when the counter starts again. */
  | { readonly is: 'exhausted'; readonly untilMs: number }

/** One guess as it was counted, to take it back. */
export type CountedGuess = {
  /** The row that counts it. */
  readonly name: string
  /** When it no longer counts. */
  readonly endMs: number
}
export type GuessResult =
  | { readonly is: 'counted'; readonly guess: CountedGuess }
  | Exclude<CountResult, { is: 'counted' }>

/** Counters and claims that every replica shares and that outlast a restart. */
export type CounterStore = {
  /**
   * Adds one, unless the counter has reached `limit`. It starts again `windowMs` after its first count, so that a period of this
   * length which includes a start has up to twice the limit: enough for a budget of requests, not for one of guesses. Atomic:
   * concurrent calls never exceed the limit together.
   */
  readonly count: (name: string, limit: number, windowMs: number, nowMs: number) => Promise<CountResult>
  /** Takes one count back. */
  readonly refund: (name: string) => Promise<void>
  /**
   * As `count`, for guesses at a secret: a guess counts for `windowMs`, and then no longer, whenever others were made. So no
   * period of this length has more than `limit` guesses that are not taken back, and a guess is refused only if the `windowMs`
   * before it have `limit`. `untilMs` is when the oldest of them ends. `limit` is the number of rows; keep it small.
   */
  readonly countGuess: (name: string, limit: number, windowMs: number, nowMs: number) => Promise<GuessResult>
  /** Takes a guess back that was right, once; other guesses keep their ends. */
  readonly refundGuess: (guess: CountedGuess) => Promise<void>
  /** True for the first claim of a name, until `expiresAtMs`: of several callers exactly one gets true. */
  readonly claim: (name: string, expiresAtMs: number) => Promise<boolean>
}
