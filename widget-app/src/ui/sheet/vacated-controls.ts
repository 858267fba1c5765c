import { isGateClick } from '../gated-button/gate-clicks.ts'

/** A rectangle in CSS px of the frame. */
export type ControlRect = Pick<DOMRectReadOnly, 'top' | 'bottom' | 'left' | 'right'>

/** Tolerance around a rectangle, in CSS px: touch input is inexact. */
const tolerancePx = 8

/** How long a layout avoids vacated controls, and a gate arms slower, in ms. */
const expiresAfterMs = 5_000
/** A click within this time after the change was aimed at the previous view, in ms. */
const inProgressMs = 800

const vacated = new WeakMap<Document, { readonly at: number; readonly rects: readonly ControlRect[] }>()

const isShown = (button: Element): boolean => button.closest('[data-open="false"], [inert]') === null

/** Whether a click of the user is being handled now: the user expects its effect. */
function isInUserClick(page: Document): boolean {
  const now = page.defaultView?.event
  return now?.type === 'click' && (now.isTrusted || isGateClick(now))
}

/**
 * Records the rectangles of the footer's buttons of a view that is about to unmount. Call it while that view is still
 * rendered. After the user's own click nothing is recorded: the user expects the next view.
 */
export function rememberVacatedControls(page: Document): void {
  const buttons = [...page.querySelectorAll('footer :is(button, a)')].filter(isShown)
  const rects = isInUserClick(page) ? [] : buttons.map((button) => button.getBoundingClientRect())
  vacated.set(page, { at: performance.now(), rects })
}

/** Rectangles of the previous view's buttons, as long as a click may be aimed at them. */
export function vacatedControls(page: Document, withinMs = expiresAfterMs): readonly ControlRect[] {
  const { at = 0, rects = [] } = vacated.get(page) ?? {}
  return performance.now() - at < withinMs ? rects : []
}

/** Whether two rectangles overlap, or are closer than touch input is exact. */
export const isNear = (one: ControlRect, other: ControlRect): boolean =>
  one.left < other.right + tolerancePx &&
  other.left < one.right + tolerancePx &&
  one.top < other.bottom + tolerancePx &&
  other.top < one.bottom + tolerancePx

/** Whether a click there was aimed at a vacated control. Gated controls handle such a click themselves. */
export function isOverVacatedControl(
  page: Document,
  { clientX: x, clientY: y, target }: MouseEvent,
): boolean {
  if (target instanceof Element && target.closest('[data-gate]')) return false
  const point = { left: x, right: x, top: y, bottom: y }
  return vacatedControls(page, inProgressMs).some((rect) => isNear(point, rect))
}

/**
 * By how many px a box of the last row of a footer must move up to avoid all rectangles; undefined if that exceeds `maxPx`.
 */
export function offsetToAvoid(
  box: ControlRect,
  rects: readonly ControlRect[],
  maxPx: number,
): number | undefined {
  let lift = 0
  for (let step = 0; step <= rects.length; step += 1) {
    const lifted = { left: box.left, right: box.right, top: box.top - lift, bottom: box.bottom - lift }
    const nearby = rects.find((rect) => isNear(lifted, rect))
    if (nearby === undefined) return lift
    lift += Math.ceil(lifted.bottom - nearby.top + tolerancePx)
    if (lift > maxPx) return undefined
  }
  return undefined
}
