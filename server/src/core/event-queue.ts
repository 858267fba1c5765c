import type { EventResult } from '../ports/metrics.ts'
import type { EventRecord, EventSink, EventWriter } from '../ports/stores/events.ts'

type Parts = {
  readonly write: EventWriter
  /** Called with how many events were written or dropped. */
  readonly onResult?: (kind: string, result: EventResult, count: number) => void
  /** From 1 to 100; the rest is left out by chance. */
  readonly samplePercent?: number
  /** From 0 to 1, below 1. */
  readonly random?: () => number
  /** Events that wait at most. */
  readonly capacity?: number
  /** How long an event waits for others, in milliseconds. */
  readonly delayMs?: number
}

export type EventQueue = EventSink & {
  /** Writes what waits, and resolves when it is written or the time is over. Later events are dropped. */
  readonly close: (limitMs: number) => Promise<void>
}

const batchSize = 500
const defaultCapacity = 10_000
const defaultDelayMs = 500
/** Of the JSON of an event, in characters. */
const contentMaxLength = 8_192

/** Keeps events in memory until they are written, a batch at a time: no request waits for the sink. */
export function createEventQueue({
  write,
  onResult = () => undefined,
  samplePercent = 100,
  random = Math.random,
  capacity = defaultCapacity,
  delayMs = defaultDelayMs,
}: Parts): EventQueue {
  let waiting: EventRecord[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  function reasonToDrop({ content }: EventRecord): EventResult | undefined {
    if (random() * 100 >= samplePercent) return 'sampled'
    if (isClosed || waiting.length >= capacity) return 'full'
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
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
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
        if (reason === undefined) waiting.push(record)
        else onResult(record.kind, reason, 1)
      }
      if (waiting.length > 0) schedule()
    },
    close: async (limitMs) => {
      isClosed = true
      clearTimeout(timer)
      let limit: ReturnType<typeof setTimeout> | undefined
      const isOver = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, limitMs)
      })
      await Promise.race([(writing ?? Promise.resolve()).then(writeAll), isOver])
      clearTimeout(limit)
      for (const { kind } of waiting) onResult(kind, 'failed', 1)
      waiting = []
    },
  }
}
