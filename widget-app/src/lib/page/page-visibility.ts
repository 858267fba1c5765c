/** Whether nobody sees the page: its tab is in the background. Where there is no document somebody does. */
export const isPageHidden = (): boolean => globalThis.document?.visibilityState === 'hidden'

/** Calls when the page goes to the background or comes back; returns the end of that. */
export function onPageVisibility(run: () => void): () => void {
  globalThis.document?.addEventListener('visibilitychange', run)
  return () => globalThis.document?.removeEventListener('visibilitychange', run)
}
