/** So far, in px, may a hand tremble between pressing and letting go. */
const tremblePx = 10

/**
 * A press belongs to the control it began on, also where the view moves before it ends: a figure that arrives, or a sheet
 * that grows, takes no press away and gives it to nothing else. Who moves the pointer away means to let it be. Fingers
 * are held by the browser itself (Pointer Events, implicit capture).
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
        if (Math.hypot(move.clientX - clientX, move.clientY - clientY) < tremblePx) return
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
