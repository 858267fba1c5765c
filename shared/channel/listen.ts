type Listening<Given> = {
  addEventListener(type: string, listener: (event: Given) => void, options?: AddEventListenerOptions): void
  removeEventListener(type: string, listener: (event: Given) => void, options?: EventListenerOptions): void
}

/**
 * Listens until the signal aborts. Not by the option `signal`: with it, versions of zone.js up to Angular 17.0 remove every
 * listener of that event, the page's included, because all of them share one.
 */
export function listen<Given extends Event>(
  target: Listening<Given>,
  type: string,
  listener: (event: Given) => void,
  signal: AbortSignal,
  options?: AddEventListenerOptions,
): void {
  if (signal.aborted) return
  target.addEventListener(type, listener, options)
  signal.addEventListener('abort', () => target.removeEventListener(type, listener, options), { once: true })
}
