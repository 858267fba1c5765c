import type { Wakeups } from '../../ports/wakeups.ts'
import { createTopicListeners } from './topic-listeners.ts'

/** Wakeups within one process, for a deployment with a single process. */
export function createMemoryWakeups(): Wakeups {
  const listeners = createTopicListeners(() => undefined)
  return {
    listen: listeners.listen,
    notify: listeners.wake,
    endWaits: listeners.endWaits,
    close: async () => listeners.endWaits(),
  }
}
