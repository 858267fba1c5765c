import { isGateClick, rejectedClick } from '#widget/ui/gated-button/gate-clicks.ts'
import { isOverVacatedControl } from '#widget/ui/sheet/vacated-controls.ts'

/** What is known of a click before any control receives it. */
export type ObservedClick = {
  /** The sheet is on screen; a closed one is transparent, not absent. */
  readonly isShown: boolean
  readonly isTrusted: boolean
  readonly hasFocus: boolean
  /** As `UIEvent.detail` counts: 0 from a keyboard, 2 for the second click of a double click. */
  readonly clicks: number
  /** The control under the first click of this series, in this document, is the one under this click. */
  readonly isOnFirstControl: boolean
  /** The click was aimed at a button of the previous view. */
  readonly isOnVacatedControl: boolean
}

/**
 * Whether the user intended this click for the control under it: trusted, with focus, and not the rest of a
 * double click whose first half hit something else, such as the host's own button (channel T9, T12).
 */
export const isIntentionalClick = ({
  isShown,
  isTrusted,
  hasFocus,
  clicks,
  ...click
}: ObservedClick): boolean =>
  isShown && isTrusted && hasFocus && !click.isOnVacatedControl && (clicks < 2 || click.isOnFirstControl)

const isTextInput = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, textarea')

/**
 * Drops unintended input for the whole document: clicks that `isIntentionalClick` rejects, repeats of a held Enter or
 * Space, and anything dragged in or out.
 */
export function guardClicks(page: Document, isShown: () => boolean): void {
  let firstControl: Element | null | undefined
  const control = ({ target }: Event) =>
    target instanceof Element ? target.closest('button, a, summary, label') : null
  const preventAndStop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onClick = (event: MouseEvent) => {
    const currentControl = control(event)
    if (event.type === 'mousedown' && event.detail < 2) firstControl = currentControl
    const click = {
      isShown: isShown(),
      isTrusted: event.isTrusted || isGateClick(event),
      // A mouse moves the focus only after mousedown.
      hasFocus: event.type === 'mousedown' || page.hasFocus(),
      clicks: event.detail,
      isOnFirstControl: firstControl === currentControl,
      // A key click has no position.
      isOnVacatedControl: event.detail > 0 && isOverVacatedControl(page, event),
    }
    if (isIntentionalClick(click)) return
    preventAndStop(event)
    if (event.type === 'click' && event.detail > 1)
      currentControl?.dispatchEvent(new Event(rejectedClick, { bubbles: true }))
  }
  const onKey = (event: KeyboardEvent) => {
    if (!event.repeat) return
    if (event.key === 'Enter' || (event.key === ' ' && !isTextInput(event.target))) preventAndStop(event)
  }
  page.addEventListener('mousedown', onClick, { capture: true })
  page.addEventListener('click', onClick, { capture: true })
  page.addEventListener('keydown', onKey, { capture: true })
  // The user went elsewhere: a series of clicks that continues here did not begin here.
  page.defaultView?.addEventListener('blur', () => {
    firstControl = undefined
  })
  for (const type of ['dragstart', 'drop']) page.addEventListener(type, preventAndStop, { capture: true })
}
