/** Waits of one reader for one topic. */
export type WakeupListener = {
  /**
   * Resolves with `woken` when the store should be read again: after a notification since the listener was created or since
   * the last wait, and at intervals where notifications may be lost. Resolves with `over` when aborted, and when the process
   * stops.
   */
  readonly wait: (signal: AbortSignal) => Promise<'woken' | 'over'>
  readonly close: () => void
}

/**
 * Wakes requests that wait for something to be stored, on this process and on other replicas. The store is authoritative: a
 * notification is a hint to read it, and may arrive without a change or not at all.
 */
export type Wakeups = {
  /** Starts listening at once. */
  readonly listen: (topic: string) => WakeupListener
  /** Returns at once; never throws. */
  readonly notify: (topic: string) => void
  /** Ends every wait, also later ones: the process stops. */
  readonly endWaits: () => void
  readonly close: () => Promise<void>
}
