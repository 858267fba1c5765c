import type { EventRecord, EventSink } from '#server/ports/stores/events.ts'

const keptLimit = 5_000

/** The server's analytics events, kept for tests to read. */
export function createEventLog() {
  let kept: readonly EventRecord[] = []
  const sink: EventSink = {
    add: (records) => {
      kept = [...kept, ...records].slice(-keptLimit)
    },
  }
  return {
    sink,
    /** Events of a project id, tag included, in the order they arrived. */
    events: (project: string) =>
      kept.filter(({ projectKey }) => projectKey === project).map(({ content }) => content),
  }
}
