/** Runs a task when the page is idle, within 2 s. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}
