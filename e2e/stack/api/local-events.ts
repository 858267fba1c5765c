import type { EventSink } from '#server/ports/events.ts'

const keptLimit = 5_000

/** Keeps analytics events, for tests to read. */
export function createEventLog() {
  let kept: readonly { readonly project: string; readonly event: unknown }[] = []
  const sink: EventSink = {
    add: async (project, events) => {
      kept = [...kept, ...events.map((event) => ({ project, event }))].slice(-keptLimit)
    },
  }
  return {
    sink,
    /** Events of a project id, tag included, in the order they arrived. */
    events: (project: string) => kept.filter((one) => one.project === project).map(({ event }) => event),
  }
}
