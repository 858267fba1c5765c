import type * as z from 'zod/mini'
import { parseWire } from '../wire-schema.ts'
import { createEmitter } from './emitter.ts'
import type { TopicTable } from './method.ts'

export type Payload<T extends TopicTable, Topic extends keyof T> = z.output<T[Topic]>

export type EventReceiver<T extends TopicTable> = {
  on<Topic extends keyof T & string>(topic: Topic, listener: (payload: Payload<T, Topic>) => void): () => void
  /** Returns false for an invalid event. */
  receive(event: { readonly seq: number; readonly topic: string; readonly payload?: unknown }): boolean
}

/**
 * Receives numbered events. Each topic carries the complete state, so after a gap the newest event is used and `onGap`
 * requests a snapshot from the peer (docs/protocol.md#4-events-and-snapshots). A number that does not increase, or a payload
 * that does not parse, is invalid.
 */
export function receiveEvents<T extends TopicTable>(topics: T, onGap: () => void): EventReceiver<T> {
  const { on, off, emit } = createEmitter<{ [Topic in keyof T]: Payload<T, Topic> }>()
  const routes = new Map<string, (payload: unknown) => boolean>()
  let lastSeq = 0

  const route = <Topic extends keyof T & string>(topic: Topic) => {
    routes.set(topic, (raw) => {
      const payload = parseWire<T[Topic]>(topics[topic], raw)
      if (payload.success) emit(topic, payload.data)
      return payload.success
    })
  }
  for (const topic of Object.keys(topics)) route(topic)

  return {
    on: (topic, listener) => {
      // Each call is a separate subscription, also for the same function.
      const wrapped: typeof listener = (payload) => listener(payload)
      on(topic, wrapped)
      return () => off(topic, wrapped)
    },
    receive: ({ seq, topic, payload }) => {
      if (seq <= lastSeq) return false
      const hasGap = seq !== lastSeq + 1
      lastSeq = seq
      const isDelivered = routes.get(topic)?.(payload) ?? false
      if (hasGap) onGap()
      return isDelivered
    },
  }
}
