import type { FrameContainer } from './frame-container.ts'
import { setStyle } from './inline-style.ts'
import { renderNotice } from './load-failure-module.ts'
import type { NoticeKind, NoticeOptions } from './load-notice.ts'
import { lockScroll } from './scroll-lock.ts'

/** How long to show only the dim before the notice that the widget still loads. */
const slowMs = 3_000

/** Identifies the SDK's sheet, so that a second instance does not add another. */
const sheetMark = '(min-width: 0px)'

/**
 * Hides the native backdrop, which the page may style. A constructed sheet, because a strict policy of the page forbids
 * style elements and attributes (`style-src 'self'`).
 */
function clearBackdrop(): void {
  const sheets = document.adoptedStyleSheets
  if (!sheets || sheets.some((sheet) => sheet.media.mediaText === sheetMark)) return
  const sheet = new CSSStyleSheet({ media: sheetMark })
  sheet.insertRule('dialog[data-drawbridge]::backdrop{display:none!important}')
  document.adoptedStyleSheets = [...sheets, sheet]
}

/** Removes the sheet with the last overlay of the page. */
function restoreBackdrop(): void {
  if (document.querySelector('dialog[data-drawbridge]') || !document.adoptedStyleSheets) return
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
    (sheet) => sheet.media.mediaText !== sheetMark,
  )
}

/**
 * Creates the overlay: a native modal dialog that fills the viewport with the transparent frame. While closed, the dialog
 * has layout but is invisible, so that the frame is rendered and preloaded. Until the widget renders, the dialog itself is a
 * light dim: the click has a visible effect, and a frame that never loads is not shown. The SDK's own notices are
 * rendered in the dialog.
 */
export function createOverlay(
  label: string,
  /**
   * `modal.escape`: Escape was pressed, or the dim clicked, while the focus was outside the frame. `modal.close`: the
   * browser closed the dialog by itself, by a second Escape or Android's back gesture.
   */
  close: (method: 'modal.escape' | 'modal.close') => void,
  /** The notice's language, theme and actions, read when it is rendered. */
  noticeOptions: () => NoticeOptions,
): FrameContainer {
  const dialog = document.createElement('dialog')
  dialog.dataset.drawbridge = ''
  dialog.setAttribute('aria-label', label)
  let frame: HTMLIFrameElement | undefined
  let opener: Element | null = null
  let unlockScroll: (() => void) | undefined

  let notice: HTMLElement | undefined
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  /** Counts notices, so that a notice that renders late does not replace a newer one. */
  let noticeCount = 0

  const conceal = () => {
    // Not `visibility`: browsers neither lay out nor paint a hidden cross-site frame, and the click would wait for it.
    setStyle(dialog, { opacity: '0', 'pointer-events': 'none' })
    dialog.inert = true
  }
  const isRevealed = () => frame?.style.visibility === 'inherit'
  const dim = () => {
    setStyle(dialog, { background: 'rgb(0 0 0/.3)' })
    if (frame) setStyle(frame, { visibility: 'hidden' })
  }
  /** Removes the dim, unless the frame is still hidden. */
  const removeDim = () => {
    if (isRevealed()) setStyle(dialog, { background: 'none' })
  }
  const clearNotice = () => {
    clearTimeout(slowTimer)
    notice?.remove()
    notice = undefined
    noticeCount += 1
  }
  const showNotice = async (kind: NoticeKind) => {
    clearNotice()
    const noticeNumber = noticeCount
    const rendered = await renderNotice(kind, noticeOptions())
    if (noticeNumber !== noticeCount) return
    notice = rendered
    setStyle(notice, { position: 'fixed', inset: '0' })
    dialog.append(notice)
    const button = notice.querySelector('button') ?? notice
    button.focus({ preventScroll: true })
  }
  const cleanUp = () => {
    unlockScroll?.()
    unlockScroll = undefined
    clearNotice()
    conceal()
    removeDim()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
  const attach = () => {
    // A page that sets its own sheets removes this one.
    clearBackdrop()
    if (!dialog.isConnected) {
      // Not in the body, which routers replace, rewrite and copy, and which does not exist for a script in the head.
      document.documentElement.append(dialog)
    }
    // Removing it from the page removes it from the top layer too.
    if (unlockScroll && !dialog.matches(':modal')) {
      dialog.close()
      dialog.showModal()
    }
  }

  // `all` excludes the page's rules for dialogs.
  setStyle(dialog, {
    all: 'initial',
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    display: 'block',
    // Prevents scroll chaining from the frame to the page. Firefox would not report this clipping to the frame.
    overflow: 'chrome' in window ? 'hidden' : 'visible',
    'overscroll-behavior': 'contain',
    transition: 'background .1s',
  })
  conceal()
  dim()

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    close('modal.escape')
  })
  dialog.addEventListener('click', ({ detail, target }) => {
    // The second half of a double click on the opener may land here before the frame accepts clicks.
    if (detail < 2 && target === dialog) close('modal.escape')
  })
  dialog.addEventListener('close', () => {
    if (dialog.open || !unlockScroll) return
    cleanUp()
    close('modal.close')
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
    cleanUp()
  }
  return {
    mount: (next) => {
      attach()
      frame?.remove()
      frame = next
      dim()
      dialog.prepend(next)
      if (notice) void showNotice('slow')
    },
    fail: (cause) => {
      if (unlockScroll) void showNotice(cause)
    },
    reveal: () => {
      if (frame) setStyle(frame, { visibility: 'inherit' })
      clearNotice()
      if (unlockScroll) frame?.focus({ preventScroll: true })
      else removeDim()
    },
    show: () => {
      // The second call is the widget's, once it renders a backdrop of its own.
      if (unlockScroll) return removeDim()
      attach()
      // Before the changes below, because it measures the page, which would then need an extra layout.
      unlockScroll = lockScroll()
      opener = document.activeElement
      setStyle(dialog, { opacity: '1', 'pointer-events': 'auto' })
      dialog.inert = false
      dialog.showModal()
      expose()
      frame?.focus({ preventScroll: true })
      if (!isRevealed()) slowTimer = setTimeout(() => showNotice('slow'), slowMs)
    },
    hide,
    resize: () => {},
    destroy: () => {
      hide()
      inertGuard.disconnect()
      dialog.remove()
      // The page may retain the instance, but must not retain its frame.
      frame?.remove()
      frame = undefined
      opener = null
      restoreBackdrop()
    },
  }
}
