type ListenTarget<E> = {
  addEventListener(type: string, listener: (event: E) => void, options?: AddEventListenerOptions): void
  removeEventListener(type: string, listener: (event: E) => void, options?: EventListenerOptions): void
}

/**
 * Listens until the signal aborts. Not by the option `signal`: with it, versions of zone.js up to Angular 17.0 remove every
 * listener of that event, the page's included, because all of them share one.
 */
export function listen<E extends Event>(
  target: ListenTarget<E>,
  type: string,
  listener: (event: E) => void,
  signal: AbortSignal,
  options?: AddEventListenerOptions,
): void {
  if (signal.aborted) return
  target.addEventListener(type, listener, options)
  signal.addEventListener('abort', () => target.removeEventListener(type, listener, options), { once: true })
}
