/** An analytics event of a widget, or a browser's report, as it was received. */
export type EventRecord = {
  readonly kind: 'analytics' | 'csp-report'
  /** Undefined: of no project. */
  readonly projectKey: string | undefined
  readonly receivedAtMs: number
  /** JSON. */
  readonly content: unknown
}

/** Takes events in and returns at once; it may drop them. */
export type EventSink = {
  readonly add: (records: readonly EventRecord[]) => void
}

/** Writes events to where the operator reads them. @throws Error when they are not written */
export type EventWriter = (records: readonly EventRecord[]) => Promise<void>

/** Events in the database. */
export type EventStore = {
  readonly add: (records: readonly EventRecord[], expiresAtMs: number) => Promise<void>
}
