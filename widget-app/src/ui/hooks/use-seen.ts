import { type RefObject, useEffect, useState } from 'react'

/** How long all of the panel must have been on screen without a break before a press there can be meant (channel T12). */
const armAfterMs = 800

/** The panel counts as whole from here on; browsers round. */
const wholeRatio = 0.99

/** So much of what scrolls has to be in sight, a row in px: a page can make the frame so small that only the buttons are. */
const leastSightPx = 48

/** `arming`: seen, but not for long enough; `covered`: something lies over it, or part of it is cut off. */
export type Seen = 'arming' | 'seen' | 'covered'

type Sighting = Pick<IntersectionObserverEntry, 'intersectionRatio'> & { readonly isVisible?: boolean }

/** Whether a browser says that all of an element can be seen. Those without IntersectionObserver v2 tell only what is cut off. */
const isWhole = ({ intersectionRatio, isVisible }: Sighting): boolean =>
  intersectionRatio >= wholeRatio && isVisible !== false

/** Whether what scrolls has room for a row, or for all of it. */
const hasRoom = ({ clientHeight, scrollHeight }: Element): boolean =>
  clientHeight >= Math.min(leastSightPx, scrollHeight)

/**
 * Whether a person can see the panel around an element, and has for 0.8 s; a new `key` starts anew. The page around a
 * frame can lay things over it or cut it off, which only the browser can tell, or leave no room for what is to be read
 * (channel T9, T10, T12).
 */
export function useSeen(inside: RefObject<HTMLElement | null>, key: string): Seen {
  const [state, setState] = useState<{ readonly key: string; readonly seen: Seen }>({ key, seen: 'arming' })
  useEffect(() => {
    const panel = inside.current?.closest('[role="dialog"], [role="region"]')
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWaiting = false
    let isShown = false
    const tell = (seen: Seen) => setState({ key, seen })
    const see = (whole: boolean) => {
      if (whole === isWaiting) return
      isWaiting = whole
      clearTimeout(timer)
      tell(whole ? 'arming' : 'covered')
      if (whole) timer = setTimeout(() => tell('seen'), armAfterMs)
    }
    if (!panel || typeof IntersectionObserver === 'undefined') {
      see(true)
      return () => clearTimeout(timer)
    }
    const settings: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
      threshold: [0, 0.5, wholeRatio, 1],
      trackVisibility: true,
      delay: 100,
    }
    const scroller = [...panel.children].find((part) => part.contains(inside.current))
    const look = () => see(isShown && (!scroller || hasRoom(scroller)))
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (!last) return
      isShown = isWhole(last)
      look()
    }, settings)
    observer.observe(panel)
    const room = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look)
    if (scroller) room?.observe(scroller)
    return () => {
      observer.disconnect()
      room?.disconnect()
      clearTimeout(timer)
    }
  }, [inside, key])
  return state.key === key ? state.seen : 'arming'
}
