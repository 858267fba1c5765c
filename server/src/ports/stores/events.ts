/** An analytics event of a widget, or a browser's report, as received. */
export type EventRecord = {
  readonly kind: 'analytics' | 'csp-report'
  /** Undefined: without a project. */
  readonly projectKey: string | undefined
  readonly receivedAtMs: number
  /** JSON. */
  readonly content: unknown
}

/** Queues events and returns at once; may drop them. */
export type EventSink = {
  readonly add: (records: readonly EventRecord[]) => void
}

/** Writes events to the operator's sink. @throws Error when they are not written */
export type EventWriter = (records: readonly EventRecord[]) => Promise<void>

/** Events in the database. */
export type EventStore = {
  readonly add: (records: readonly EventRecord[], expiresAtMs: number) => Promise<void>
}
