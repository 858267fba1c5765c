import * as z from 'zod/mini'
import type { TopicTable } from './method.ts'

export type Payload<T extends TopicTable, Topic extends keyof T> = z.output<T[Topic]>

/** What came of one incoming event. */
export type Delivery = 'delivered' | 'invalid'

export type EventReceiver<T extends TopicTable> = {
  on<Topic extends keyof T & string>(topic: Topic, listener: (payload: Payload<T, Topic>) => void): () => void
  receive(event: { readonly seq: number; readonly topic: string; readonly payload?: unknown }): Delivery
}

/** Calls a listener; its fault is the page's to report, and costs neither the other listeners nor the link. */
const tell = <Value>(listener: (value: Value) => void, value: Value) => {
  try {
    listener(value)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

/**
 * Receives numbered events. Each topic carries whole state, so after a gap the newest event is used and `onGap` asks
 * the peer for a snapshot (channel §6.3). A number that does not rise, or a payload that does not parse, is invalid.
 */
export function receiveEvents<T extends TopicTable>(topics: T, onGap: () => void): EventReceiver<T> {
  type Listeners = { [Topic in keyof T]?: Set<{ readonly tell: (payload: Payload<T, Topic>) => void }> }
  const listeners: Listeners = {}
  const routes = new Map<string, (payload: unknown) => boolean>()
  let last = 0

  const route = <Topic extends keyof T & string>(topic: Topic) => {
    routes.set(topic, (raw) => {
      const payload = z.safeParse<T[Topic]>(topics[topic], raw)
      if (!payload.success) return false
      for (const entry of [...(listeners[topic] ?? [])]) tell(entry.tell, payload.data)
      return true
    })
  }
  for (const topic of Object.keys(topics)) route(topic)

  return {
    on: (topic, listener) => {
      const entry = { tell: listener }
      const set = listeners[topic] ?? new Set()
      listeners[topic] = set
      set.add(entry)
      return () => {
        set.delete(entry)
      }
    },
    receive: ({ seq, topic, payload }) => {
      if (seq <= last) return 'invalid'
      const gap = seq !== last + 1
      last = seq
      const delivered = routes.get(topic)?.(payload) ?? false
      if (gap) onGap()
      return delivered ? 'delivered' : 'invalid'
    },
  }
}
