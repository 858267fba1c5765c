/** Wakes requests that wait for something to be stored, on this process and on other replicas. */
export type Wakeups = {
  /** Starts to listen at once. `wait` resolves at the first notification since then, or after `waitMs`, or when aborted. */
  readonly listen: (topic: string) => {
    readonly wait: (waitMs: number, signal: AbortSignal) => Promise<void>
    readonly close: () => void
  }
  readonly notify: (topic: string) => Promise<void>
}
