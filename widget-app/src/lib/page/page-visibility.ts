/** Whether the page is hidden: its tab is in the background. False without a document. */
export const isPageHidden = (): boolean => globalThis.document?.visibilityState === 'hidden'

/** Subscribes to visibility changes of the page; returns the unsubscribe function. */
export function onPageVisibility(run: () => void): () => void {
  globalThis.document?.addEventListener('visibilitychange', run)
  return () => globalThis.document?.removeEventListener('visibilitychange', run)
}
