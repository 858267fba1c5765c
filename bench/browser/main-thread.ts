import * as z from '#shared/zod.ts'

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  /** Processor time of the thread, in microseconds, without other processes of the machine. */
  tts: z.optional(z.number()),
  tdur: z.optional(z.number()),
})
const traceSchema = z.object({ traceEvents: z.array(eventSchema) })
type TraceEvent = z.infer<typeof eventSchema>

/** Events of the thread on which a user-timing mark was set first, in order. @throws Error without such a mark. */
export function eventsWith(trace: string, mark: string): readonly TraceEvent[] {
  const { traceEvents } = z.parse(traceSchema, JSON.parse(trace))
  const first = traceEvents.find(({ name }) => name === mark)
  if (first === undefined) throw new Error(`The trace lacks the mark ${mark}`)
  return traceEvents
    .filter(({ pid, tid }) => pid === first.pid && tid === first.tid)
    .toSorted((a, b) => a.ts - b.ts)
}

/** Work of a thread, in milliseconds of its processor time. */
export type ThreadWork = { readonly framesMs: readonly number[]; readonly longestTaskMs: number }

/**
 * Work of the main thread per frame, for a page that sets a mark at the start of each frame; all tasks until the next mark
 * count. @throws Error with fewer than 10 frames.
 */
export function workByFrame(events: readonly TraceEvent[], mark: string): ThreadWork {
  const marks = events.filter(({ name }) => name === mark).map(({ ts }) => ts)
  if (marks.length < 10) throw new Error(`The trace has ${marks.length} frames only`)
  const [first = 0, last = 0] = [marks[0], marks.at(-1)]
  const tasks = events.filter(
    ({ name, ts }) => name === 'ThreadControllerImpl::RunTask' && ts >= first && ts < last,
  )
  const msOf = ({ tdur = 0 }: TraceEvent) => tdur / 1_000
  const framesMs = marks.slice(0, -1).map((start, at) => {
    const end = marks[at + 1] ?? last
    return tasks.filter(({ ts }) => ts >= start && ts < end).reduce((sum, task) => sum + msOf(task), 0)
  })
  return { framesMs, longestTaskMs: Math.max(0, ...tasks.map(msOf)) }
}

/** Processor time from each mark to the next one of another name, in milliseconds. */
export function timesBetween(events: readonly TraceEvent[], startMark: string, endMark: string): number[] {
  const durations: number[] = []
  let start: number | undefined
  for (const { name, tts } of events) {
    if (name === startMark) start = tts
    if (name !== endMark || start === undefined || tts === undefined) continue
    durations.push((tts - start) / 1_000)
    start = undefined
  }
  return durations
}
