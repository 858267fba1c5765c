/** Maximum movement in px between mousedown and mouseup that still counts as a click. */
const toleranceDistancePx = 10

/**
 * Keeps a click on the control where it began, even if the view moves before it ends: late content or a growing sheet
 * neither drops the click nor redirects it. Moving the pointer away cancels the click. For touch the browser captures the
 * pointer itself (Pointer Events, implicit capture).
 */
export function capturePointers(page: Document): void {
  page.addEventListener(
    'pointerdown',
    ({ target, pointerId, pointerType, button, clientX, clientY }) => {
      const control = target instanceof Element ? target.closest('button, a, summary') : null
      if (!control || pointerType !== 'mouse' || button !== 0) return
      control.setPointerCapture(pointerId)
      const onMove = (move: Event) => {
        if (!(move instanceof PointerEvent) || move.pointerId !== pointerId) return
        if (Math.hypot(move.clientX - clientX, move.clientY - clientY) < toleranceDistancePx) return
        control.releasePointerCapture(pointerId)
      }
      control.addEventListener('pointermove', onMove)
      control.addEventListener(
        'lostpointercapture',
        () => control.removeEventListener('pointermove', onMove),
        {
          once: true,
        },
      )
    },
    { capture: true },
  )
}
