import type { EventResult } from '../ports/metrics.ts'
import type { EventRecord, EventSink, EventWriter } from '../ports/stores/events.ts'

type EventQueueOptions = {
  readonly write: EventWriter
  /** Called with the number of events that were written or dropped. */
  readonly onResult?: (kind: string, result: EventResult, count: number) => void
  /** From 1 to 100; the rest is dropped at random. */
  readonly samplePercent?: number
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number
  /** Maximum number of queued events. */
  readonly capacity?: number
  /** How long an event waits for others of its batch, in milliseconds. */
  readonly delayMs?: number
}

export type EventQueue = EventSink & {
  /** Writes the queued events; resolves when they are written or the time is over. Drops events added later. */
  readonly close: (limitMs: number) => Promise<void>
}

const batchSize = 500
const defaultCapacity = 10_000
const defaultDelayMs = 500
/** Maximum length of an event's JSON, in characters. */
const contentMaxLength = 8_192

/** Queues events in memory and writes them in batches: no request waits for the sink. */
export function createEventQueue({
  write,
  onResult = () => undefined,
  samplePercent = 100,
  random = Math.random,
  capacity = defaultCapacity,
  delayMs = defaultDelayMs,
}: EventQueueOptions): EventQueue {
  let queued: EventRecord[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  function reasonToDrop({ content }: EventRecord): EventResult | undefined {
    if (random() * 100 >= samplePercent) return 'sampled'
    if (isClosed || queued.length >= capacity) return 'full'
    return JSON.stringify(content).length > contentMaxLength ? 'too-large' : undefined
  }

  async function writeBatch(batch: readonly EventRecord[]): Promise<void> {
    const result = await write(batch).then(
      () => 'written' as const,
      () => 'failed' as const,
    )
    for (const { kind } of batch) onResult(kind, result, 1)
  }

  async function writeAll(): Promise<void> {
    while (queued.length > 0) {
      const batch = queued.slice(0, batchSize)
      queued = queued.slice(batchSize)
      await writeBatch(batch)
    }
    writing = undefined
  }

  function schedule(): void {
    if (timer !== undefined || writing !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      writing = writeAll()
    }, delayMs)
  }

  return {
    add: (records) => {
      for (const record of records) {
        const reason = reasonToDrop(record)
        if (reason === undefined) queued.push(record)
        else onResult(record.kind, reason, 1)
      }
      if (queued.length > 0) schedule()
    },
    close: async (limitMs) => {
      isClosed = true
      clearTimeout(timer)
      let limitTimer: ReturnType<typeof setTimeout> | undefined
      const timeout = new Promise<void>((resolve) => {
        limitTimer = setTimeout(resolve, limitMs)
      })
      await Promise.race([(writing ?? Promise.resolve()).then(writeAll), timeout])
      clearTimeout(limitTimer)
      for (const { kind } of queued) onResult(kind, 'failed', 1)
      queued = []
    },
  }
}
