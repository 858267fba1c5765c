export type CountResult =
  | { readonly is: 'counted' }
  /** `untilMs`: when the counter starts again. */
  | { readonly is: 'exhausted'; readonly untilMs: number }

/** One guess as it was counted, to take it back. */
export type CountedGuess = {
  readonly name: string
  /** The counter after the guess. */
  readonly count: number
  readonly endMs: number
  /** When the counter would have started again without the guess; undefined if the guess has started it, or another came in between. */
  readonly formerEndMs: number | undefined
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
   * As `count`, for guesses at a secret: the counter starts again `windowMs` after its last count, so that no period of this
   * length has more than `limit`.
   */
  readonly countGuess: (name: string, limit: number, windowMs: number, nowMs: number) => Promise<GuessResult>
  /**
   * Takes a guess back that was right: the counter starts again when it would have without it. If others were counted in
   * between, only the count is taken back, and the later end stays.
   */
  readonly refundGuess: (guess: CountedGuess) => Promise<void>
  /** True for the first claim of a name, until `expiresAtMs`: of several callers exactly one gets true. */
  readonly claim: (name: string, expiresAtMs: number) => Promise<boolean>
}
