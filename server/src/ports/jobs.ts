/** Work that runs after the response and survives a restart. */
export type Job = {
  readonly id: string
  readonly kind: string
  /** JSON. */
  readonly payload: unknown
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** Result of a job's run; after `dead` there are no more attempts. */
export type JobResult = 'done' | 'failed' | 'dead'

/** Unfinished jobs: `dead` ones have failed permanently and are stored for inspection. */
export type JobCounts = { readonly waiting: number; readonly dead: number }

/** A job that failed permanently. Without its payload, which contains what was to be sent. */
export type DeadJob = {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly diedAtMs: number
  /** Why it failed, without any value of its payload. */
  readonly failure: string
}

/** What the operator can do with dead jobs. */
export type DeadJobStore = {
  readonly counts: () => Promise<JobCounts>
  /** Dead jobs, the most recent first. */
  readonly dead: (limit: number) => Promise<readonly DeadJob[]>
  /** Makes a dead job due at `runAtMs` with its attempts reset; false if no dead job has this id. */
  readonly revive: (id: string, runAtMs: number) => Promise<boolean>
  /** Deletes a dead job; false if no dead job has this id. */
  readonly drop: (id: string) => Promise<boolean>
}

/** A job may run twice: after a crash, and when it takes longer than its lock. Its handler must be idempotent. */
export type JobStore = DeadJobStore & {
  readonly add: (job: {
    readonly kind: string
    readonly payload: unknown
    readonly runAtMs: number
  }) => Promise<void>
  /** Adds a recurring job, unless one of this kind exists. Its kind is its id. */
  readonly addRecurring: (kind: string, runAtMs: number) => Promise<void>
  /**
   * The next due jobs, locked for this worker until `lockedUntilMs`; no other worker gets them before. A job whose lock has
   * expired is due again.
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
  /** Makes the job due at `runAtMs` with its attempts reset. */
  readonly repeat: (id: string, runAtMs: number) => Promise<void>
  /** Marks a job as dead: no more attempts. `failure`: why, without any value of its payload. */
  readonly markDead: (id: string, nowMs: number, failure: string) => Promise<void>
}
