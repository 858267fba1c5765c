import type { Clock } from '#shared/channel/clock.ts'

/** Whether the page is hidden: its tab is in the background. False without a document. */
const isPageHidden = (): boolean => globalThis.document?.visibilityState === 'hidden'

/**
 * Calls `run` at an interval, in ms. Paused while the page is hidden; calls at once when it is visible again. Returns the
 * stop function.
 */
export function repeatWhileVisible(clock: Clock, intervalMs: number, run: () => void): () => void {
  const runAndWait = () => {
    cancel()
    if (isPageHidden()) return
    run()
    cancel = clock.after(intervalMs, runAndWait)
  }
  let cancel = clock.after(intervalMs, runAndWait)
  globalThis.document?.addEventListener('visibilitychange', runAndWait)
  return () => {
    globalThis.document?.removeEventListener('visibilitychange', runAndWait)
    cancel()
  }
}
