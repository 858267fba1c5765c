import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '#widget/lib/page/after-paint.ts'

/**
 * Moves focus to a view's heading when `viewKey` changes while `active`, so a screen reader starts at the new view. An
 * opened
 * widget is painted first, because focusing forces style and layout; if the user has moved the focus by then, it stays.
 */
export function useFocusHeading(
  heading: RefObject<HTMLElement | null>,
  viewKey: string,
  active: boolean,
): void {
  const wasActive = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, it triggers the effect on a view change
  useEffect(() => {
    const isOpening = active && !wasActive.current
    wasActive.current = active
    if (!active) return
    const focus = () => heading.current?.focus({ preventScroll: true })
    const begin = () => {
      focus()
      // The call to open may arrive before the browser has made the frame interactive. The page's focus arrives after both.
      if (document.activeElement !== heading.current) addEventListener('focus', focus, { once: true })
    }
    let isOver = false
    if (!isOpening) begin()
    else {
      const before = document.activeElement
      afterPaint(() => {
        if (!isOver && document.activeElement === before) begin()
      })
    }
    return () => {
      isOver = true
      removeEventListener('focus', focus)
    }
  }, [heading, viewKey, active])
}
