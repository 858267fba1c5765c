/**
 * A fetch with at most so many requests that wait for their answer; others are sent in their order as those end, or not
 * at all where their signal aborts before.
 */
export function limitedFetch(fetch: typeof globalThis.fetch, most: number): typeof globalThis.fetch {
  let underWay = 0
  const waiting: (() => void)[] = []

  const enter = (signal: AbortSignal | null | undefined): Promise<void> => {
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

  return async (input, init) => {
    init?.signal?.throwIfAborted()
    await enter(init?.signal)
    try {
      return await fetch(input, init)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}
