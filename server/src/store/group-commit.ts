/** The connection functions that a group commit uses. */
export type Transactions = {
  readonly run: (statement: string) => Promise<void>
}

type QueuedChange = {
  /** Runs the change; returns a function that acknowledges it once it is on disk. */
  readonly apply: () => Promise<() => void>
  readonly reject: (error: unknown) => void
}

/** Changes per transaction, so that the first of many writes is acknowledged soon. */
const batchLimit = 256

/**
 * Queues changes and commits all queued ones in one transaction: a commit to disk takes milliseconds, and a change
 * hundredths of one. A change that throws is rolled back alone. No change resolves before its commit.
 */
export function createGroupCommit({ run }: Transactions) {
  let queued: QueuedChange[] = []
  let running: Promise<void> | undefined

  async function commit(batch: readonly QueuedChange[]): Promise<void> {
    try {
      const acknowledge: (() => void)[] = []
      await run('BEGIN IMMEDIATE')
      for (const { apply, reject } of batch) {
        await run('SAVEPOINT one_change')
        try {
          const resolve = await apply()
          await run('RELEASE one_change')
          acknowledge.push(resolve)
        } catch (error) {
          // If SQLite has rolled back the whole transaction (disk full), this throws too, and rejects the batch.
          await run('ROLLBACK TO one_change')
          await run('RELEASE one_change')
          acknowledge.push(() => reject(error))
        }
      }
      await run('COMMIT')
      for (const resolve of acknowledge) resolve()
    } catch (error) {
      // Fails if SQLite has already rolled back.
      await run('ROLLBACK').catch(() => undefined)
      for (const { reject } of batch) reject(error)
    }
  }

  async function commitAll(): Promise<void> {
    // Writes of concurrent requests join the first commit.
    await new Promise((resolve) => setImmediate(resolve))
    while (queued.length > 0) {
      const batch = queued.slice(0, batchLimit)
      queued = queued.slice(batchLimit)
      await commit(batch)
    }
    running = undefined
  }

  return {
    /** Resolves with the change's result when the change is on disk. */
    add<T>(change: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queued.push({
          apply: async () => {
            const value = await change()
            return () => resolve(value)
          },
          reject,
        })
        running ??= commitAll()
      })
    },
    /** Resolves when no change is queued. */
    idle: async (): Promise<void> => {
      while (running !== undefined) await running
    },
  }
}
