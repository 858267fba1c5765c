import type { FrameContainer } from './frame-container.ts'
import { setStyle } from './inline-style.ts'
import { drawnNotice } from './load-failure-module.ts'
import type { NoticeKind, NoticeOptions } from './load-notice.ts'
import { lockScroll } from './scroll-lock.ts'

/** How long the dim stands alone before it says that the widget still loads. */
const slowMs = 3_000

/** Marks our sheet, so that a second instance does not add another. */
const sheetMark = '(min-width: 0px)'

/**
 * Takes the page's own backdrop style away. A constructed sheet, because a strict policy of the page forbids style
 * elements and attributes (`style-src 'self'`).
 */
function clearBackdrop(): void {
  const sheets = document.adoptedStyleSheets
  if (!sheets || sheets.some((sheet) => sheet.media.mediaText === sheetMark)) return
  const sheet = new CSSStyleSheet({ media: sheetMark })
  sheet.insertRule('dialog[data-drawbridge]::backdrop{display:none!important}')
  document.adoptedStyleSheets = [...sheets, sheet]
}

/** The last overlay of the page takes the sheet with it. */
function restoreBackdrop(): void {
  if (document.querySelector('dialog[data-drawbridge]') || !document.adoptedStyleSheets) return
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
    (sheet) => sheet.media.mediaText !== sheetMark,
  )
}

/**
 * The overlay: a native modal dialog that fills the viewport with the transparent frame. While closed the dialog is
 * laid out but invisible, so that the frame is drawn and warm. Until the widget draws, the dialog itself is a light
 * dim: the click is answered, and nothing of a frame that never comes is seen. What the SDK then says itself is a
 * notice in the dialog.
 */
export function createOverlay(options: {
  readonly label: string
  /** Escape was pressed, or the dim clicked, while the focus was on our side of the frame. */
  readonly onEscape: () => void
  /** The browser closed the dialog by itself: a second Escape, or Android's back gesture. */
  readonly onForcedClose: () => void
  /** The notice's language, theme and actions, read when it is drawn. */
  readonly notice: () => NoticeOptions
}): FrameContainer {
  const dialog = document.createElement('dialog')
  dialog.dataset.drawbridge = ''
  dialog.setAttribute('aria-label', options.label)
  let frame: HTMLIFrameElement | undefined
  let opener: Element | null = null
  let unlockScroll: (() => void) | undefined

  let notice: HTMLElement | undefined
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  /** Counts what was said, so that a notice that is drawn late does not replace a newer one. */
  let said = 0

  const rest = () => {
    // Not `visibility`: browsers neither lay out nor draw a hidden frame of another site, and the click would wait for it.
    setStyle(dialog, { opacity: '0', 'pointer-events': 'none' })
    dialog.inert = true
  }
  const isRevealed = () => frame?.style.visibility === 'inherit'
  const dim = () => {
    setStyle(dialog, { background: 'rgb(0 0 0/.3)' })
    if (frame) setStyle(frame, { visibility: 'hidden' })
  }
  /** Takes the dim away, unless there is still nothing to see but the dim. */
  const brighten = () => {
    if (isRevealed()) setStyle(dialog, { background: 'none' })
  }
  const clearNotice = () => {
    clearTimeout(slowTimer)
    notice?.remove()
    notice = undefined
    said += 1
  }
  const say = async (kind: NoticeKind) => {
    clearNotice()
    const turn = said
    const drawn = await drawnNotice(kind, options.notice())
    if (turn !== said) return
    notice = drawn
    setStyle(notice, { position: 'fixed', inset: '0' })
    dialog.append(notice)
    const button = notice.querySelector('button') ?? notice
    button.focus({ preventScroll: true })
  }
  const leave = () => {
    unlockScroll?.()
    unlockScroll = undefined
    clearNotice()
    rest()
    brighten()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
  const attach = () => {
    // A page that sets its own sheets takes this one away.
    clearBackdrop()
    if (!dialog.isConnected) {
      // Not in the body, which routers replace, write anew and copy, and which a script in the head does not find.
      document.documentElement.append(dialog)
    }
    // Whoever took it out of the page has taken it out of the top layer too.
    if (unlockScroll && !dialog.matches(':modal')) {
      dialog.close()
      dialog.showModal()
    }
  }

  // `all` keeps the page's rules for dialogs out.
  setStyle(dialog, {
    all: 'initial',
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    display: 'block',
    // A scroll in the frame does not go on in the page. Firefox would not report to the frame that this cuts it.
    overflow: 'chrome' in window ? 'hidden' : 'visible',
    'overscroll-behavior': 'contain',
    transition: 'background .1s',
  })
  rest()
  dim()

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    options.onEscape()
  })
  dialog.addEventListener('click', ({ detail, target }) => {
    // The second half of a double click on the opener may land here before the frame takes clicks.
    if (detail < 2 && target === dialog) options.onEscape()
  })
  dialog.addEventListener('close', () => {
    if (dialog.open || !unlockScroll) return
    leave()
    options.onForcedClose()
  })
  // Password managers and dialogs of the page make others inert or hide them from screen readers.
  const expose = () => {
    if (!dialog.open) return
    if (dialog.inert) dialog.inert = false
    dialog.removeAttribute('aria-hidden')
  }
  const inertGuard = new MutationObserver(expose)
  inertGuard.observe(dialog, { attributeFilter: ['inert', 'aria-hidden'] })

  const hide = () => {
    if (!unlockScroll) return
    dialog.close()
    leave()
  }
  return {
    mount: (next) => {
      attach()
      frame?.remove()
      frame = next
      dim()
      dialog.prepend(next)
      if (notice) void say('slow')
    },
    fail: (cause) => {
      if (unlockScroll) void say(cause)
    },
    reveal: () => {
      if (frame) setStyle(frame, { visibility: 'inherit' })
      clearNotice()
      if (unlockScroll) frame?.focus({ preventScroll: true })
      else brighten()
    },
    show: () => {
      // The second time it is the widget that asks, once it draws a backdrop of its own.
      if (unlockScroll) return brighten()
      attach()
      // Before the changes below, because it measures the page, which would then be laid out an extra time.
      unlockScroll = lockScroll()
      opener = document.activeElement
      setStyle(dialog, { opacity: '1', 'pointer-events': 'auto' })
      dialog.inert = false
      dialog.showModal()
      expose()
      frame?.focus({ preventScroll: true })
      if (!isRevealed()) slowTimer = setTimeout(() => say('slow'), slowMs)
    },
    hide,
    resize: () => {},
    destroy: () => {
      hide()
      inertGuard.disconnect()
      dialog.remove()
      // The page may hold the instance for ever, but not its frame.
      frame?.remove()
      frame = undefined
      opener = null
      restoreBackdrop()
    },
  }
}
