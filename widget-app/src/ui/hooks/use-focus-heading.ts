import { type RefObject, useEffect } from 'react'

/** Moves focus to a view's heading when `viewKey` changes while `active`, so a screen reader starts at the new view. */
export function useFocusHeading(
  heading: RefObject<HTMLElement | null>,
  viewKey: string,
  active: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, it says when the view changed
  useEffect(() => {
    if (active) heading.current?.focus({ preventScroll: true })
  }, [heading, viewKey, active])
}
