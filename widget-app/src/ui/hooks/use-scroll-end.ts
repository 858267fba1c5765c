import { type RefObject, useEffect } from 'react'

/** Elements in the tab order. The content of a frame cannot scroll what is around it. */
const stops =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * Adds `box` to the tab order while its content overflows and contains nothing focusable, so that arrow keys scroll it
 * (WCAG 2.1.1). Chromium does so by itself, other browsers do not.
 */
export function useScrollEnd(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = box.current
    if (!scroller || typeof ResizeObserver === 'undefined') return
    // An attribute, not state: the content need not render again for it.
    const observer = new ResizeObserver(() => {
      const isOutOfReach = scroller.scrollHeight > scroller.clientHeight && !scroller.querySelector(stops)
      if (isOutOfReach) scroller.tabIndex = 0
      else scroller.removeAttribute('tabindex')
    })
    for (const element of [scroller, ...scroller.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}
