import { type RefObject, useEffect } from 'react'

/** How long after an animation was created it is started, if the browser did not, in ms. A browser needs a frame or two. */
const overdueMs = 200

const animationEvents = ['transitionrun', 'animationstart'] as const

/**
 * Starts animations that the browser left pending. Under load, Chromium never starts those of a cross-site frame in about one
 * of a hundred openings: the panel keeps the opacity of its first frame, and a gate, to which that is covered, stays closed.
 * Setting the start time of an animation ends its pending state (Web Animations).
 */
export function useStartedAnimations(inside: RefObject<Element | null>): void {
  useEffect(() => {
    const page = inside.current?.ownerDocument
    if (!page?.getAnimations) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const startPending = () => {
      timer = undefined
      const { currentTime } = page.timeline
      // Null while the document is not rendered; as a start time it would pause the animation.
      if (currentTime === null) return
      for (const animation of page.getAnimations())
        if (animation.pending && animation.playState === 'running' && animation.timeline === page.timeline)
          animation.startTime = currentTime
    }
    const onAnimation = () => {
      timer ??= setTimeout(startPending, overdueMs)
    }
    for (const event of animationEvents) page.addEventListener(event, onAnimation)
    return () => {
      clearTimeout(timer)
      for (const event of animationEvents) page.removeEventListener(event, onAnimation)
    }
  }, [inside])
}
