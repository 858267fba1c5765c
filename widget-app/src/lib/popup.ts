import type { Clock } from '#shared/channel/clock.ts'

/** The members of another site's window that the widget uses. */
export type OpenedWindow = {
  opener: unknown
  readonly closed: boolean
  /** Throws while the window shows a document of another origin. */
  readonly location: { readonly href: string }
  focus(): void
  close(): void
}

/** `window.open` with a name of its own; null for a window that was blocked, or that opened without a reference. */
export type OpenWindow = (url: string, features: string) => OpenedWindow | null

export type PopupSize = { readonly widthPx: number; readonly heightPx: number }

/** A page of another site in a window of its own. It sends no messages: its outcome is read elsewhere. */
export type Popup = {
  /** The user has closed it, or the page's `Cross-Origin-Opener-Policy` has severed it: the two cannot be distinguished. */
  isClosed(): boolean
  /** Brings it to the front. */
  focus(): void
  /** Closes a document of this origin only: the browser closes no other one, because the window has no opener. */
  close(): void
}

function isOfThisOrigin(page: OpenedWindow): boolean {
  try {
    return page.location.href !== ''
  } catch {
    return false
  }
}

/**
 * Opens a page in a window of its own. Call it in the user's click itself, with nothing awaited before, and with the
 * final URL: a window without a reference cannot be navigated afterwards. Undefined if there is no reference: the browser
 * blocked the window, or the site's `Cross-Origin-Opener-Policy: same-origin` severed it (channel D12); the two cannot be
 * distinguished.
 */
export function openPopup(
  open: OpenWindow,
  url: string,
  { widthPx, heightPx }: PopupSize,
): Popup | undefined {
  const page = open(url, `popup,width=${widthPx},height=${heightPx}`)
  if (!page) return undefined
  // Still the initial empty document: the page that loads can neither navigate the widget nor post to it.
  page.opener = null
  return {
    isClosed: () => page.closed,
    focus: () => page.focus(),
    close: () => {
      if (isOfThisOrigin(page)) page.close()
    },
  }
}

const pollMs = 500

/** Calls `onGone` once, as soon as a window is closed or severed; returns the function that ends the watch. */
export function watchPopup(clock: Clock, popup: Popup, onGone: () => void): () => void {
  let cancel = () => {}
  const poll = () => {
    if (popup.isClosed()) onGone()
    else cancel = clock.after(pollMs, poll)
  }
  cancel = clock.after(pollMs, poll)
  return () => cancel()
}
