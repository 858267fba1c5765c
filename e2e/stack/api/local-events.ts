import * as z from 'zod/mini'
import { logEvents } from '#server/adapters/log/json-log.ts'

const keptLimit = 5_000
const lineSchema = z.object({ project: z.string(), event: z.unknown() })

/** The server's log of analytics events, kept for tests to read. */
export function createEventLog() {
  let kept: readonly z.infer<typeof lineSchema>[] = []
  const ignore = () => undefined
  const info = (fields: object) => {
    kept = [...kept, z.parse(lineSchema, fields)].slice(-keptLimit)
  }
  return {
    sink: logEvents({ debug: ignore, info, warn: ignore, error: ignore }),
    /** Events of a project id, tag included, in the order they arrived. */
    events: (project: string) => kept.filter((one) => one.project === project).map(({ event }) => event),
  }
}
