/** The person asked the browser to save data: nothing is loaded before a click. */
export const savesData = () =>
  Reflect.get(Object(Reflect.get(Object(globalThis.navigator), 'connection')), 'saveData') === true

const openerMark = '[data-drawbridge-open]'

/**
 * Calls `warm`: when the page has loaded and is idle, or at once when a pointer, the focus or a touch reaches an
 * opener. Under Save-Data never: then the first click pays. Stops listening when the signal aborts.
 */
export function warmWhenWelcome(openers: readonly Element[], warm: () => void, signal: AbortSignal): void {
  if (savesData()) return
  const waiting = new AbortController()
  const go = () => {
    if (waiting.signal.aborted) return
    waiting.abort()
    warm()
  }
  signal.addEventListener('abort', () => waiting.abort())

  // The path reaches into shadow trees, where the target hides.
  const onIntent = (event: Event) => {
    const isOpener = (target: EventTarget) =>
      target instanceof Element && (target.matches(openerMark) || openers.includes(target))
    if (event.composedPath().some(isOpener)) go()
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, onIntent, { capture: true, passive: true, signal: waiting.signal })
  }

  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(go, { timeout: 4_000 })
    else setTimeout(go, 200)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { signal: waiting.signal })
}

/**
 * Opens the connection to the widget's origin early, until the signal: four serial fetches wait for it on a cold first
 * visit. In a task of its own, because the page's script that brings the SDK is long enough.
 */
export function preconnect(origin: string, signal?: AbortSignal): void {
  if (typeof document === 'undefined' || savesData()) return
  setTimeout(() => {
    if (signal?.aborted || document.querySelector(`link[rel=preconnect][href="${origin}"]`)) return
    const link = document.createElement('link')
    link.rel = 'preconnect'
    link.href = origin
    document.head.append(link)
    signal?.addEventListener('abort', () => link.remove())
  })
}
