import type * as z from 'zod/mini'
import type { TopicTable } from './method.ts'

export type Payload<T extends TopicTable, Topic extends keyof T> = z.output<T[Topic]>

/** What came of one incoming event. */
export type Delivery = 'delivered' | 'invalid'

export type EventReceiver<T extends TopicTable> = {
  on<Topic extends keyof T & string>(topic: Topic, listener: (payload: Payload<T, Topic>) => void): () => void
  receive(event: { readonly seq: number; readonly topic: string; readonly payload: unknown }): Delivery
}

/**
 * Receives numbered events. Each topic carries whole state, so after a gap the newest event is used and `onGap` asks
 * the peer for a snapshot (channel §6.3). A number that does not rise, or a payload that does not parse, is invalid.
 */
export function receiveEvents<T extends TopicTable>(topics: T, onGap: () => void): EventReceiver<T> {
  const routes = new Map<string, (payload: unknown) => boolean>()
  const listeners = new Map<string, Set<(payload: never) => void>>()
  let last = 0

  const route = <Topic extends keyof T & string>(topic: Topic) => {
    const set = new Set<(payload: Payload<T, Topic>) => void>()
    listeners.set(topic, set)
    routes.set(topic, (raw) => {
      const payload = topics[topic]?.safeParse(raw)
      if (!payload?.success) return false
      for (const listener of [...set]) listener(payload.data as Payload<T, Topic>)
      return true
    })
    return set
  }
  for (const topic of Object.keys(topics)) route(topic)

  return {
    on: (topic, listener) => {
      const set = listeners.get(topic)
      set?.add(listener)
      return () => {
        set?.delete(listener)
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
