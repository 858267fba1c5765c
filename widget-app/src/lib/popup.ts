import type { Clock } from '#shared/channel/clock.ts'

/** What is touched of a window of somebody else's page. */
export type OpenedWindow = { opener: unknown; readonly closed: boolean; focus(): void; close(): void }

/** `window.open` with a name of its own; null for a window that was blocked, or that opened out of reach. */
export type OpenWindow = (url: string, features: string) => OpenedWindow | null

export type PopupSize = { readonly widthPx: number; readonly heightPx: number }

/** A page of somebody else's in a window of its own. Nothing is heard from it: what happened there, others tell. */
export type Popup = {
  /** The person has closed it, or the page's own `Cross-Origin-Opener-Policy` has cut it off: the two look the same. */
  isGone(): boolean
  /** Brings it to the front. */
  focus(): void
  close(): void
}

/**
 * Opens a page in a window of its own. Call it in the person's press itself, with nothing awaited before, and with the
 * page's address known by then: a window that opens out of reach could not be led anywhere afterwards. Undefined when
 * there is no window to hold: the browser blocked it, or the site's `Cross-Origin-Opener-Policy: same-origin` opened it
 * out of our reach (channel D12); the two cannot be told apart.
 */
export function openPopup(
  open: OpenWindow,
  url: string,
  { widthPx, heightPx }: PopupSize,
): Popup | undefined {
  const page = open(url, `popup,width=${widthPx},height=${heightPx}`)
  if (!page) return undefined
  // Still the empty document it begins with: the page that comes can neither steer the widget nor post to it.
  page.opener = null
  return { isGone: () => page.closed, focus: () => page.focus(), close: () => page.close() }
}

const lookMs = 500

/** Calls `onGone` once, as soon as a window can be seen no more; returns what ends the watch. */
export function watchPopup(clock: Clock, popup: Popup, onGone: () => void): () => void {
  let cancel = () => {}
  const look = () => {
    if (popup.isGone()) onGone()
    else cancel = clock.after(lookMs, look)
  }
  cancel = clock.after(lookMs, look)
  return () => cancel()
}
