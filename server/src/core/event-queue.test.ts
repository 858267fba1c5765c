import { describe, expect, it } from 'vitest'
import type { EventRecord } from '../ports/stores/events.ts'
import { createEventQueue } from './event-queue.ts'

const event = (content: unknown = 1): EventRecord => ({
  kind: 'analytics',
  projectKey: 'k',
  receivedAtMs: 0,
  content,
})
const events = (count: number) => Array.from({ length: count }, (_, n) => event(n))

function resultCounts() {
  const counts: Record<string, number> = {}
  const onResult = (_kind: string, result: string, count: number) => {
    counts[result] = (counts[result] ?? 0) + count
  }
  return { counts, onResult }
}

describe('event queue', () => {
  it('events › written in order, in batches of 500', async () => {
    const batches: (readonly EventRecord[])[] = []
    const { counts, onResult } = resultCounts()
    const write = async (batch: readonly EventRecord[]) => void batches.push(batch)
    const queue = createEventQueue({ write, onResult, delayMs: 1 })
    queue.add(events(1_200))
    await expect.poll(() => batches.length, { interval: 5 }).toBe(3)
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 200])
    expect(batches.flat().map(({ content }) => content)).toEqual(events(1_200).map((_, n) => n))
    queue.add([event()])
    await expect.poll(() => batches.length, { interval: 5 }).toBe(4)
    expect(counts).toEqual({ written: 1_201 })
    await queue.close(1_000)
  })

  it('sink hangs › add returns at once, overflow is counted', async () => {
    const { counts, onResult } = resultCounts()
    let resume: () => void = () => undefined
    const isHanging = new Promise<void>((resolve) => {
      resume = resolve
    })
    const queue = createEventQueue({ write: () => isHanging, onResult, capacity: 100, delayMs: 0 })
    queue.add(events(150))
    expect(counts).toEqual({ full: 50 })
    resume()
    await queue.close(1_000)
    expect(counts).toEqual({ full: 50, written: 100 })
  })

  it('sink fails › its batch is counted, later ones are written', async () => {
    const { counts, onResult } = resultCounts()
    let calls = 0
    const write = async () => {
      calls += 1
      if (calls === 1) throw new Error('The sink is away')
    }
    const queue = createEventQueue({ write, onResult, delayMs: 0 })
    queue.add(events(600))
    await queue.close(1_000)
    expect(counts).toEqual({ failed: 500, written: 100 })
  })

  it('event above 8 kB › dropped and counted, others are not', async () => {
    const { counts, onResult } = resultCounts()
    const queue = createEventQueue({ write: async () => undefined, onResult, delayMs: 0 })
    queue.add([event(), event('x'.repeat(8_192)), event()])
    await queue.close(1_000)
    expect(counts).toEqual({ 'too-large': 1, written: 2 })
  })

  it('sample of 30 percent › drops the rest', async () => {
    const { counts, onResult } = resultCounts()
    let at = -1
    const random = () => {
      at += 1
      return (at % 100) / 100
    }
    const queue = createEventQueue({ write: async () => undefined, onResult, samplePercent: 30, random })
    queue.add(events(1_000))
    await queue.close(1_000)
    expect(counts).toEqual({ sampled: 700, written: 300 })
  })

  it('close › sink hangs › resolves after its limit, counts lost events', async () => {
    const { counts, onResult } = resultCounts()
    const queue = createEventQueue({ write: () => new Promise(() => undefined), onResult, delayMs: 0 })
    queue.add(events(600))
    await queue.close(10)
    expect(counts).toEqual({ failed: 100 })
    queue.add([event()])
    expect(counts).toEqual({ failed: 100, full: 1 })
  })
})
