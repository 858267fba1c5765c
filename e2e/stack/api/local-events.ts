import type { EventRecord, EventSink } from '#server/ports/stores/events.ts'

const maxRecords = 5_000

/** Creates an event sink that stores the server's analytics events for tests. */
export function createEventLog() {
  let storedRecords: readonly EventRecord[] = []
  const sink: EventSink = {
    add: (records) => {
      storedRecords = [...storedRecords, ...records].slice(-maxRecords)
    },
  }
  return {
    sink,
    /** Events of a project id, tag included, in order of arrival. */
    eventsOf: (project: string) =>
      storedRecords.filter(({ projectKey }) => projectKey === project).map(({ content }) => content),
  }
}
