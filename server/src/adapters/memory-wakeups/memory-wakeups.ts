import type { Wakeups } from '../../ports/wakeups.ts'

/** Wakeups within one process: for a deployment of a single one. */
export function createMemoryWakeups(): Wakeups {
  const listeners = new Map<string, Set<() => void>>()
  return {
    listen: (topic) => {
      let isNotified = false
      let wake: (() => void) | undefined
      const hear = () => {
        isNotified = true
        wake?.()
      }
      const those = listeners.get(topic) ?? new Set()
      listeners.set(topic, those.add(hear))
      return {
        wait: (waitMs, signal) =>
          new Promise<void>((resolve) => {
            const end = () => {
              clearTimeout(timer)
              signal.removeEventListener('abort', end)
              resolve()
            }
            const timer = setTimeout(end, waitMs)
            signal.addEventListener('abort', end)
            wake = end
            if (isNotified || signal.aborted) end()
          }),
        close: () => {
          those.delete(hear)
          if (those.size === 0) listeners.delete(topic)
        },
      }
    },
    notify: async (topic) => {
      for (const hear of [...(listeners.get(topic) ?? [])]) hear()
    },
  }
}
