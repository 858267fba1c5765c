/** Runs work in a slot, to its end; rejects with the signal's reason without running it if that aborts before. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Runs at most `maxConcurrent` operations at once; others wait in order. */
export function createSemaphore(maxConcurrent: number): Semaphore {
  let inFlight = 0
  const waiting: (() => void)[] = []

  const enter = (signal: AbortSignal | undefined): Promise<void> => {
    if (inFlight < maxConcurrent) {
      inFlight += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal?.reason)
      }
      const start = () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }
      waiting.push(start)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  return async (work, signal) => {
    signal?.throwIfAborted()
    await enter(signal)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inFlight -= 1
    }
  }
}
