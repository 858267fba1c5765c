import { isGateClick } from '../gated-button/gate-clicks.ts'

/** A rectangle in CSS px of the frame. */
export type ControlRect = Pick<DOMRectReadOnly, 'top' | 'bottom' | 'left' | 'right'>

/** Tolerance around a rectangle, in CSS px: touch input is inexact. */
const aroundPx = 8

/** How long a layout avoids vacated controls, and a gate arms slower, in ms. */
const forgottenAfterMs = 5_000
/** A click within this time after the change was aimed at the previous view, in ms. */
const onItsWayMs = 800

const left = new WeakMap<Document, { readonly at: number; readonly places: readonly ControlRect[] }>()

const isShown = (button: Element): boolean => button.closest('[data-open="false"], [inert]') === null

/** Whether a click of the user is being handled now: the user expects its effect. */
function isInPress(page: Document): boolean {
  const now = page.defaultView?.event
  return now?.type === 'click' && (now.isTrusted || isGateClick(now))
}

/**
 * Records the rectangles of the footer's buttons of a view that is about to unmount. Call it while that view is still
 * rendered.
 * After the user's own click nothing is recorded: the user expects the next view.
 */
export function rememberVacatedControls(page: Document): void {
  const buttons = [...page.querySelectorAll('footer :is(button, a)')].filter(isShown)
  const places = isInPress(page) ? [] : buttons.map((button) => button.getBoundingClientRect())
  left.set(page, { at: performance.now(), places })
}

/** Rectangles of the previous view's buttons, as long as a click may be aimed at them. */
export function vacatedControls(page: Document, withinMs = forgottenAfterMs): readonly ControlRect[] {
  const { at = 0, places = [] } = left.get(page) ?? {}
  return performance.now() - at < withinMs ? places : []
}

/** Whether two rectangles overlap, or are closer than touch input is exact. */
export const isNear = (one: ControlRect, other: ControlRect): boolean =>
  one.left < other.right + aroundPx &&
  other.left < one.right + aroundPx &&
  one.top < other.bottom + aroundPx &&
  other.top < one.bottom + aroundPx

/** Whether a click there was aimed at a vacated control. Gated controls handle such a click themselves. */
export function isOverVacatedControl(
  page: Document,
  { clientX: x, clientY: y, target }: MouseEvent,
): boolean {
  if (target instanceof Element && target.closest('[data-gate]')) return false
  const press = { left: x, right: x, top: y, bottom: y }
  return vacatedControls(page, onItsWayMs).some((place) => isNear(press, place))
}

/**
 * By how many px a box of the last row of a footer must move up to avoid all rectangles; undefined if that exceeds `maxPx`.
 */
export function offsetToAvoid(
  box: ControlRect,
  places: readonly ControlRect[],
  mostPx: number,
): number | undefined {
  let lift = 0
  for (let step = 0; step <= places.length; step += 1) {
    const lifted = { left: box.left, right: box.right, top: box.top - lift, bottom: box.bottom - lift }
    const near = places.find((place) => isNear(lifted, place))
    if (near === undefined) return lift
    lift += Math.ceil(lifted.bottom - near.top + aroundPx)
    if (lift > mostPx) return undefined
  }
  return undefined
}
