import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The view on screen: its key, the depth of the view stack, and whether the user came back to it. */
type ShownView = { readonly key: string; readonly depth: number; readonly isReturn: boolean }

/** A new view starts at its top; going back restores the scroll position, such as in the middle of a long list. */
export function useScrollPositions(scroller: RefObject<HTMLElement | null>, shown: ShownView): void {
  const { key, depth, isReturn } = shown
  const positions = useRef<number[]>([])
  const last = useRef<{ readonly depth: number; topPx: number }>(undefined)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    // Not read when the view unmounts: by then its content is out of the document.
    const recordPosition = () => {
      if (last.current) last.current.topPx = box.scrollTop
    }
    box.addEventListener('scroll', recordPosition, { passive: true })
    return () => box.removeEventListener('scroll', recordPosition)
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, it triggers the effect on a view change
  useLayoutEffect(() => {
    const previous = last.current
    if (previous && depth > previous.depth) positions.current[previous.depth] = previous.topPx
    const topPx = isReturn ? (positions.current[depth] ?? 0) : 0
    positions.current.length = Math.min(positions.current.length, depth)
    last.current = { depth, topPx }
    // A new box is at its top: setting the position would force a layout before the first frame.
    if (scroller.current && previous) scroller.current.scrollTop = topPx
  }, [key])
}
