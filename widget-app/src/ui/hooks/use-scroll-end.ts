import { type RefObject, useEffect } from 'react'

/** What the Tab key stops at. A frame's own content is no way to scroll what lies around it. */
const stops =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * Lets the Tab key reach `box` while there is more in it than fits and nothing inside that would take the focus, so that
 * arrow keys scroll it (WCAG 2.1.1). Chromium does so by itself, other browsers do not.
 */
export function useScrollEnd(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = box.current
    if (!scroller || typeof ResizeObserver === 'undefined') return
    // An attribute, not state: what is inside need not be drawn anew for it.
    const observer = new ResizeObserver(() => {
      const isOutOfReach = scroller.scrollHeight > scroller.clientHeight && !scroller.querySelector(stops)
      if (isOutOfReach) scroller.tabIndex = 0
      else scroller.removeAttribute('tabindex')
    })
    for (const element of [scroller, ...scroller.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}
