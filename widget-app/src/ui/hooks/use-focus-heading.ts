import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '#widget/lib/page/after-paint.ts'

/**
 * Moves focus to a view's heading when `viewKey` changes while `active`, so a screen reader starts at the new view. What
 * has just become active is painted first, because a focus styles and lays out the page; a person who has put the focus
 * elsewhere by then keeps it there.
 */
export function useFocusHeading(
  heading: RefObject<HTMLElement | null>,
  viewKey: string,
  active: boolean,
): void {
  const wasActive = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, it says when the view changed
  useEffect(() => {
    const isOpening = active && !wasActive.current
    wasActive.current = active
    if (!active) return
    const focus = () => heading.current?.focus({ preventScroll: true })
    const begin = () => {
      focus()
      // The word to open may come before the browser's that the frame is no longer inert. The page's focus comes after both.
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
