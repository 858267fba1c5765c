import { listen } from '../../../shared/channel/listen.ts'
import type { FrameConnection } from './frame-connection.ts'

declare global {
  interface Navigator {
    /** Network Information API, which not all browsers have. */
    readonly connection?: { readonly saveData?: unknown }
  }
}

/** The user enabled Save-Data in the browser: nothing is loaded before a press on an opener. */
const isSaveDataEnabled = () => globalThis.navigator?.connection?.saveData === true

/**
 * Whether an event is inside an opener: marked, or listed. The composed path includes shadow trees, which hide the target.
 */
export const isInsideOpener = (event: Event, opener?: unknown): boolean =>
  event.composedPath().some(
    (target) =>
      target === opener ||
      // A list of any kind, such as a NodeList.
      Array.prototype.includes.call(Object(opener), target) ||
      (target instanceof Element && target.matches('[data-drawbridge-open]')),
  )

/** While the page is prerendered: resolves when it is shown. Until then browsers load no cross-site frame. */
export const waitUntilShown = (): Promise<unknown> | undefined =>
  Reflect.get(document, 'prerendering')
    ? new Promise((resolve) => document.addEventListener('prerenderingchange', resolve))
    : undefined

/** How long a dApp's request for accounts waits for the enabled wallets. */
const reconnectTimeoutMs = 3_000

/** Resolves when the enabled wallets have reconnected or cannot, or after the maximum wait. */
export async function waitUntilReconnected(
  connection: Pick<FrameConnection, 'preload' | 'hasFrame' | 'failed'>,
  settled: Promise<void>,
): Promise<void> {
  if (!isSaveDataEnabled()) connection.preload()
  if (!connection.hasFrame()) return
  await waitUntilShown()
  const timer = new Promise((resolve) => setTimeout(resolve, reconnectTimeoutMs))
  await Promise.race([settled, connection.failed(), timer])
}

/**
 * Calls `preload` when the page has loaded and is idle, or at once when a pointer, the focus or a touch reaches an
 * opener. Under Save-Data only when a mouse presses it: the frame loads while the button is down. Unsubscribes when the
 * signal aborts.
 */
export function preloadOnIntent(opener: unknown, preload: () => void, signal: AbortSignal): void {
  const savesData = isSaveDataEnabled()
  const pending = new AbortController()
  const preloadOnce = () => {
    if (pending.signal.aborted) return
    pending.abort()
    preload()
  }
  signal.addEventListener('abort', () => pending.abort())

  const onIntent = (event: Event) => {
    if (isInsideOpener(event, opener)) preloadOnce()
  }
  for (const type of savesData ? ['mousedown'] : ['pointerover', 'focusin', 'touchstart']) {
    listen(document, type, onIntent, pending.signal, { capture: true, passive: true })
  }

  if (savesData) return
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(preloadOnce, { timeout: 4_000 })
    else setTimeout(preloadOnce, 200)
  }
  if (document.readyState === 'complete') whenIdle()
  else listen(window, 'load', whenIdle, pending.signal)
}

/**
 * Preconnects to the widget's origin until the signal aborts: four serial fetches wait for the connection on a cold first
 * visit. In a task of its own, because the task that runs the SDK is long enough.
 */
export function preconnect(origin: string, signal?: AbortSignal): void {
  if (typeof document === 'undefined' || isSaveDataEnabled()) return
  setTimeout(() => {
    if (signal?.aborted || document.querySelector(`link[rel=preconnect][href="${origin}"]`)) return
    const link = document.createElement('link')
    link.rel = 'preconnect'
    link.href = origin
    document.head.append(link)
    signal?.addEventListener('abort', () => link.remove())
  })
}
