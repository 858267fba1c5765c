/** Runs work when it is its turn, to its end; not at all, with the signal's reason, where that aborts before. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Lets at most so many works run at once; others follow in their order as those end. */
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
