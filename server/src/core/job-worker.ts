import type { Clock } from '../ports/clock.ts'
import type { Job, JobCounts, JobResult, JobStore } from '../ports/jobs.ts'
import type { Logger } from '../ports/logger.ts'

/** Runs a job. It may run twice for the same job, and rejects to have it retried. */
export type JobHandler = (payload: unknown) => Promise<void>

type JobWorkerOptions = {
  readonly store: JobStore
  /** By kind. */
  readonly handlers: Readonly<Record<string, JobHandler>>
  /** Jobs that exist once for all replicas and run again after `everyMs`, also when they fail. */
  readonly recurring: Readonly<
    Record<string, { readonly everyMs: number; readonly run: () => Promise<void> }>
  >
  readonly clock: Clock
  readonly logger: Logger
  /** Called after each run. */
  readonly onRun?: (kind: string, result: JobResult) => void
  /** Called at intervals. */
  readonly onCounts?: (counts: JobCounts) => void
  /** Time between two polls for due jobs. */
  readonly pollMs?: number
}

export type JobWorker = {
  /** Runs the jobs that are due. Rejects when the store does. */
  readonly runDue: () => Promise<void>
  /** Starts polling for jobs. */
  readonly start: () => void
  /** Stops claiming jobs, and resolves when the running ones have ended. */
  readonly stop: () => Promise<void>
}

/** Jobs claimed per poll: a killed replica leaves at most this many locked until their lock expires. */
const batchSize = 10
/** Longer than any job takes. */
const lockMs = 60_000
/** Attempts at a job: the last one about 2 hours after the first. */
const attemptLimit = 12
const [firstDelayMs, longestDelayMs] = [1_000, 3_600_000]
const defaultPollMs = 1_000
const countEveryMs = 10_000

/** Delay before the next attempt after `attempt` attempts: doubles each time. */
export const retryDelayMs = (attempt: number): number =>
  Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)

/** Runs stored jobs in this process. Each replica has a worker, and each job runs on one of them. */
export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { store, handlers, recurring, clock, logger, onRun, onCounts, pollMs = defaultPollMs } = options
  const recurringKinds = Object.keys(recurring)
  const kinds = [...Object.keys(handlers), ...recurringKinds]

  async function recordFailure({ id, kind, attempt }: Job, error: unknown): Promise<JobResult> {
    // An error's message may contain parts of the payload.
    const name = error instanceof Error ? error.name : 'unknown'
    const isExhausted = attempt >= attemptLimit
    logger[isExhausted ? 'error' : 'warn'](
      { kind, id, attempt, name },
      isExhausted ? 'job dead' : 'job failed',
    )
    await (isExhausted ? store.markDead(id, clock(), name) : store.retry(id, clock() + retryDelayMs(attempt)))
    return isExhausted ? 'dead' : 'failed'
  }

  async function repeat({ everyMs, run }: (typeof recurring)[string], { id, kind }: Job): Promise<JobResult> {
    let result: JobResult = 'done'
    try {
      await run()
    } catch (error) {
      result = 'failed'
      logger.error({ kind, message: String(error) }, 'job failed')
    }
    await store.repeat(id, clock() + everyMs)
    return result
  }

  async function runHandler(job: Job): Promise<JobResult> {
    const handler = handlers[job.kind]
    try {
      if (handler === undefined) throw new RangeError('No handler has this kind')
      // The job was claimed that often and never ended: it may have crashed the process.
      if (job.attempt > attemptLimit) throw new RangeError('The attempts at this job ended the process')
      await handler(job.payload)
    } catch (error) {
      return recordFailure(job, error)
    }
    await store.finish(job.id)
    return 'done'
  }

  async function runJob(job: Job): Promise<void> {
    const recurringJob = recurring[job.kind]
    const result = await (recurringJob === undefined ? runHandler(job) : repeat(recurringJob, job))
    onRun?.(job.kind, result)
  }

  let isStopped = false
  async function runDue(): Promise<void> {
    for (;;) {
      const nowMs = clock()
      const jobs = await store.claim(kinds, batchSize, nowMs, nowMs + lockMs)
      const results = await Promise.allSettled(jobs.map(runJob))
      for (const settled of results) if (settled.status === 'rejected') throw settled.reason
      if (jobs.length < batchSize || isStopped) return
    }
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  let nextCountAtMs = 0
  let isPrepared = false

  async function poll(): Promise<void> {
    try {
      if (!isPrepared) for (const kind of recurringKinds) await store.addRecurring(kind, clock())
      isPrepared = true
      await runDue()
      if (clock() >= nextCountAtMs) {
        nextCountAtMs = clock() + countEveryMs
        onCounts?.(await store.counts())
      }
    } catch (error) {
      logger.error({ message: String(error) }, 'jobs cannot be read')
    }
    if (!isStopped) schedule()
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = poll()
    }, pollMs)
  }

  return {
    runDue,
    start: schedule,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
