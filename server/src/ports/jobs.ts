/** Work that is done after the answer, and survives a restart. */
export type Job = {
  readonly id: string
  readonly kind: string
  /** JSON. */
  readonly payload: unknown
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** What a run of a job came to; after `dead` no attempt follows. */
export type JobResult = 'done' | 'failed' | 'dead'

/** Jobs that were not finished: `dead` ones have failed for good and are kept to be looked at. */
export type JobCounts = { readonly waiting: number; readonly dead: number }

/** A job that failed for good. Its payload is not shown: it has what was to be sent. */
export type DeadJob = {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly diedAtMs: number
  /** Why, without a value of its payload. */
  readonly failure: string
}

/** What an operator does with jobs. */
export type DeadJobStore = {
  readonly counts: () => Promise<JobCounts>
  /** Dead jobs, the one that died last first. */
  readonly dead: (limit: number) => Promise<readonly DeadJob[]>
  /** Makes a dead job due at `runAtMs`, as if for the first time; false: no dead job has this id. */
  readonly revive: (id: string, runAtMs: number) => Promise<boolean>
  /** Deletes a dead job; false: no dead job has this id. */
  readonly drop: (id: string) => Promise<boolean>
}

/** A job may run twice: after a crash, and when it takes longer than its lock. What it does has to allow that. */
export type JobStore = DeadJobStore & {
  readonly add: (job: {
    readonly kind: string
    readonly payload: unknown
    readonly runAtMs: number
  }) => Promise<void>
  /** Adds a job that recurs, unless one of this kind exists. Its kind is its id. */
  readonly addRecurring: (kind: string, runAtMs: number) => Promise<void>
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
  /** Makes the job due at `runAtMs`, as if for the first time. */
  readonly repeat: (id: string, runAtMs: number) => Promise<void>
  /** Ends the attempts at a job. `failure`: why, without a value of its payload. */
  readonly bury: (id: string, nowMs: number, failure: string) => Promise<void>
}
