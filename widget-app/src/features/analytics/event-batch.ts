import type { WidgetEvent } from '#shared/channel/records/widget-event.ts'

/** An event in the body of `POST /batch` (SPEC §3). */
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
    /** The items of an event that lists any. AppKit sends them next to `properties`. */
    readonly items?: readonly object[]
  }
}

/** Converts an event to the `props` of a batch. */
export function propsOf(widgetEvent: WidgetEvent): BatchedEvent['props'] {
  if (widgetEvent.event !== 'WALLET_IMPRESSION_V2') return { type: 'track', ...widgetEvent }
  const { items, ...properties } = widgetEvent.properties
  return { type: 'track', event: widgetEvent.event, properties, items }
}

/** Queued events as serialized JSON; `bytes` is the size of all of them in UTF-8. */
export type EventBatch = { readonly events: readonly string[]; readonly bytes: number }

export const emptyBatch: EventBatch = { events: [], bytes: 0 }

const encoder = new TextEncoder()

/** Appends an event to the queue. */
export function addToBatch(queue: EventBatch, event: BatchedEvent): EventBatch {
  const json = JSON.stringify(event)
  // One more byte for the comma or the bracket.
  return {
    events: [...queue.events, json],
    bytes: queue.bytes + encoder.encode(json).byteLength + 1,
  }
}

/** Returns the request body of a batch. */
export const bodyOf = ({ events }: EventBatch): string => `[${events.join(',')}]`

/** Formats a hex id as a UUID of version 4, in its usual groups. Twelve of the 32 digits are not significant here. */
export const uuidOf = (id: string): string =>
  id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
