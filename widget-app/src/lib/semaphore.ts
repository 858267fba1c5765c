/** Runs work in a slot, to its end; rejects with the signal's reason without running it if that aborts before. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Runs at most `maxConcurrent` operations at once; others wait in order. */
export function createSemaphore(most: number): Semaphore {
  let underWay = 0
  const waiting: (() => void)[] = []

  const enter = (signal: AbortSignal | undefined): Promise<void> => {
    if (underWay < most) {
      underWay += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal?.reason)
      }
      const go = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      waiting.push(go)
      signal?.addEventListener('abort', giveUp, { once: true })
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
      else underWay -= 1
    }
  }
}
