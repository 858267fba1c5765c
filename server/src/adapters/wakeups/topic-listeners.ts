import { createHash } from 'node:crypto'
import type { WakeupListener } from '../../ports/wakeups.ts'

/** The channel on which replicas notify each other; a single one, so that a listener never waits for a subscription. */
export const wakeupChannel = 'drawbridge_wakeups'

/** Hash of a topic, for the channel: a topic contains a mailbox id, which is sufficient to read the mailbox. */
export const topicKey = (topic: string): string =>
  createHash('sha256').update(topic).digest('base64url').slice(0, 22)

/**
 * How often a wait ends to read the store again, in milliseconds: `connected` covers notifications that another replica
 * could not send, `disconnected` replaces all of them.
 */
export type RecheckTimes = { readonly connectedMs: number; readonly disconnectedMs: number }
export const defaultRecheckTimes: RecheckTimes = { connectedMs: 2_000, disconnectedMs: 250 }

/** The listeners of one process. */
export type TopicListeners = {
  readonly listen: (key: string) => WakeupListener
  readonly wake: (key: string) => void
  readonly wakeAll: () => void
  readonly endWaits: () => void
}

/** @param recheckMs time until a wait ends by itself; undefined: only a notification ends it. */
export function createTopicListeners(recheckMs: () => number | undefined): TopicListeners {
  const listeners = new Map<string, Set<() => void>>()
  let isOver = false
  const wakeAll = () => {
    for (const topicListeners of [...listeners.values()]) for (const wake of [...topicListeners]) wake()
  }
  return {
    listen: (key) => {
      let isNotified = false
      let end: (() => void) | undefined
      const wake = () => {
        isNotified = true
        end?.()
      }
      const topicListeners = listeners.get(key) ?? new Set()
      listeners.set(key, topicListeners.add(wake))
      return {
        wait: async (signal) => {
          if (!isNotified && !isOver && !signal.aborted)
            await new Promise<void>((resolve) => {
              const ms = recheckMs()
              const timer = ms === undefined ? undefined : setTimeout(() => end?.(), ms)
              end = () => {
                clearTimeout(timer)
                signal.removeEventListener('abort', wake)
                resolve()
              }
              signal.addEventListener('abort', wake)
            })
          end = undefined
          isNotified = false
          return isOver || signal.aborted ? 'over' : 'woken'
        },
        close: () => {
          topicListeners.delete(wake)
          if (topicListeners.size === 0 && listeners.get(key) === topicListeners) listeners.delete(key)
        },
      }
    },
    wake: (key) => {
      for (const wake of [...(listeners.get(key) ?? [])]) wake()
    },
    wakeAll,
    endWaits: () => {
      isOver = true
      wakeAll()
    },
  }
}
