import { isGateClick } from '../gated-button/gate-clicks.ts'

/** A box in CSS px of the frame. */
export type ControlRect = Pick<DOMRectReadOnly, 'top' | 'bottom' | 'left' | 'right'>

/** Room around a place that counts as the place, in CSS px: a finger is not exact. */
const aroundPx = 8

/** Until so long after does a layout keep clear of them, and a gate arm slower, in ms. */
const forgottenAfterMs = 5_000
/** A press was on its way before where it comes sooner after the change, in ms. */
const onItsWayMs = 800

const left = new WeakMap<Document, { readonly at: number; readonly places: readonly ControlRect[] }>()

const isShown = (button: Element): boolean => button.closest('[data-open="false"], [inert]') === null

/** Whether a press of the user is being handled now: what it does is no surprise to them. */
function isInPress(page: Document): boolean {
  const now = page.defaultView?.event
  return now?.type === 'click' && (now.isTrusted || isGateClick(now))
}

/**
 * Remembers where the footer's buttons are of a view that is about to go. Call it while that view is still drawn. A view
 * that the user's own press leaves has none: they wait for the next one.
 */
export function rememberVacatedControls(page: Document): void {
  const buttons = [...page.querySelectorAll('footer :is(button, a)')].filter(isShown)
  const places = isInPress(page) ? [] : buttons.map((button) => button.getBoundingClientRect())
  left.set(page, { at: performance.now(), places })
}

/** Where buttons of the view before were, for as long as a press may be meant for them. */
export function vacatedControls(page: Document, withinMs = forgottenAfterMs): readonly ControlRect[] {
  const { at = 0, places = [] } = left.get(page) ?? {}
  return performance.now() - at < withinMs ? places : []
}

/** Whether two places overlap, or are closer than a finger is exact. */
export const isNear = (one: ControlRect, other: ControlRect): boolean =>
  one.left < other.right + aroundPx &&
  other.left < one.right + aroundPx &&
  one.top < other.bottom + aroundPx &&
  other.top < one.bottom + aroundPx

/** Whether a press there was meant for a button that has just gone. Gated controls answer such a press themselves. */
export function isOverVacatedControl(
  page: Document,
  { clientX: x, clientY: y, target }: MouseEvent,
): boolean {
  if (target instanceof Element && target.closest('[data-gate]')) return false
  const press = { left: x, right: x, top: y, bottom: y }
  return vacatedControls(page, onItsWayMs).some((place) => isNear(press, place))
}

/**
 * By how many px a box of the last row of a footer must move up to be clear of all places; undefined where that would take
 * more than `mostPx`.
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
