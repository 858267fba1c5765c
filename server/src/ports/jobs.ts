/** Work that is done after the answer, and survives a restart. */
export type Job = {
  readonly id: string
  readonly kind: string
  /** JSON. */
  readonly payload: unknown
  /** 1 for the first attempt. */
  readonly attempt: number
}

export type JobStore = {
  readonly add: (job: {
    readonly kind: string
    readonly payload: unknown
    readonly runAtMs: number
  }) => Promise<void>
  /**
   * The next jobs that are due, locked for this worker until `lockedUntilMs`; no other worker gets them before.
   * A job whose lock ran out is due again.
   */
  readonly claim: (
    kinds: readonly string[],
    limit: number,
    nowMs: number,
    lockedUntilMs: number,
  ) => Promise<readonly Job[]>
  readonly finish: (id: string) => Promise<void>
  /** Makes the job due again at `runAtMs`. */
  readonly retry: (id: string, runAtMs: number) => Promise<void>
}
