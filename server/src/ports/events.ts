/** Takes analytics events in; never slows the answer. */
export type EventSink = {
  readonly add: (projectKey: string, events: readonly unknown[]) => Promise<void>
}
