import type { WidgetEvent } from '#shared/channel/records/widget-event.ts'

/** An event as `/batch` takes it (SPEC §3). */
export type BatchedEvent = {
  readonly eventId: string
  readonly url: string
  readonly domain: string
  /** Epoch milliseconds. */
  readonly timestamp: number
  readonly props: {
    readonly type: 'track'
    readonly event: string
    readonly properties: object
    /** What an event lists; the field has it beside the properties. */
    readonly items?: readonly object[]
  }
}

/** An event as a batch has it. */
export function propsOf(told: WidgetEvent): BatchedEvent['props'] {
  if (told.event !== 'WALLET_IMPRESSION_V2') return { type: 'track', ...told }
  const { items, ...properties } = told.properties
  return { type: 'track', event: told.event, properties, items }
}

/** Events that wait, as the JSON they will be; `bytes` is that of all of them in UTF-8. */
export type EventBatch = { readonly events: readonly string[]; readonly bytes: number }

export const emptyBatch: EventBatch = { events: [], bytes: 0 }

const encoder = new TextEncoder()

/** Puts an event behind the others. */
export function addToBatch(queue: EventBatch, event: BatchedEvent): EventBatch {
  const json = JSON.stringify(event)
  // One more for the comma, or the bracket.
  return {
    events: [...queue.events, json],
    bytes: queue.bytes + encoder.encode(json).byteLength + 1,
  }
}

/** The body of a batch. */
export const bodyOf = ({ events }: EventBatch): string => `[${events.join(',')}]`

/** Twelve of the 32 hex digits of an id make no difference here: a UUID of version 4 in its usual groups. */
export const uuidOf = (id: string): string =>
  id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
