import { type RefObject, useEffect } from 'react'

/** Moves focus to a view's heading when `viewKey` changes while `active`, so a screen reader starts at the new view. */
export function useFocusHeading(
  heading: RefObject<HTMLElement | null>,
  viewKey: string,
  active: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, it says when the view changed
  useEffect(() => {
    if (!active) return
    const focus = () => heading.current?.focus({ preventScroll: true })
    focus()
    if (document.activeElement === heading.current) return
    // The word to open may come before the browser's that the frame is no longer inert. The page's focus comes after both.
    addEventListener('focus', focus, { once: true })
    return () => removeEventListener('focus', focus)
  }, [heading, viewKey, active])
}
