import { lockScroll } from './scroll-lock.ts'
import type { Stage } from './stage.ts'

const style = (element: HTMLElement, rules: Partial<CSSStyleDeclaration>) =>
  Object.assign(element.style, rules)

/** Marks our sheet, so that a second instance does not add another. */
const sheetMark = 'all and (min-width: 0px)'

/** A constructed sheet, because a strict host policy forbids style elements and attributes (`style-src 'self'`). */
function clearBackdrop(): void {
  if (document.adoptedStyleSheets.some((sheet) => sheet.media.mediaText === sheetMark)) return
  const sheet = new CSSStyleSheet({ media: sheetMark })
  sheet.insertRule('dialog[data-drawbridge]::backdrop{background:none}')
  sheet.insertRule('dialog[data-drawbridge]:focus{outline:none}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/**
 * The overlay: a native modal dialog that fills the viewport with the transparent frame. While closed the dialog is
 * laid out but invisible, so that the frame is drawn and warm. Escape and lost frames are the owner's to handle.
 */
export function createOverlay(options: {
  readonly label: string
  /** Escape was pressed while the focus was on our side of the frame. */
  readonly onEscape: () => void
}): Stage {
  const dialog = document.createElement('dialog')
  dialog.dataset.drawbridge = ''
  dialog.setAttribute('aria-label', options.label)
  style(dialog, {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    border: '0',
    margin: '0',
    padding: '0',
    overflow: 'hidden',
    background: 'transparent',
    colorScheme: 'normal',
  })
  let opener: Element | null = null
  let unlockScroll = () => {}

  const rest = () => style(dialog, { display: 'block', visibility: 'hidden', pointerEvents: 'none' })
  rest()
  if ('adoptedStyleSheets' in document) clearBackdrop()

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    options.onEscape()
  })
  // Some password managers make foreign dialogs inert (channel §1.1): the person could not click anything.
  const inertGuard = new MutationObserver(() => {
    if (dialog.open && dialog.inert) dialog.inert = false
  })
  inertGuard.observe(dialog, { attributes: true, attributeFilter: ['inert'] })

  const attach = () => {
    if (!dialog.isConnected) document.body.append(dialog)
  }
  const stage: Stage = {
    mount: (frame) => {
      attach()
      dialog.replaceChildren(frame)
    },
    frame: () => dialog.querySelector('iframe') ?? undefined,
    show: () => {
      if (dialog.open) return
      attach()
      opener = document.activeElement
      style(dialog, { visibility: 'visible', pointerEvents: 'auto' })
      unlockScroll = lockScroll()
      dialog.showModal()
      stage.frame()?.focus()
    },
    hide: () => {
      if (!dialog.open) return
      dialog.close()
      rest()
      unlockScroll()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      opener = null
    },
    isShown: () => dialog.open,
    resize: () => {},
    destroy: () => {
      stage.hide()
      inertGuard.disconnect()
      dialog.remove()
    },
  }
  return stage
}
