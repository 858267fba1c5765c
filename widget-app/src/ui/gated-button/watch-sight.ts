import { factsText } from './facts-text.ts'
import { isDrawnSmall, spansWindow } from './frame-place.ts'
import { pointerPlaces } from './pointer-places.ts'
import type { Sight } from './press-gate.ts'

/** The panel counts as whole from this share on; browsers round. */
const wholeRatio = 0.99
/** The frame counts as whole in sight from this share on: a phone may cut a bar's height off. */
const wholeFrameRatio = 0.97
/** The least height in px of what scrolls: a page can make the frame so small that only the buttons are left. */
const leastRoomPx = 48

export type SightListener = {
  readonly onSight: (sight: Sight) => void
  /** Facts, their size or the frame's place on the screen changed. */
  readonly onChange: () => void
}

/** `isVisible` is missing in browsers without IntersectionObserver v2. */
type Sighting = Pick<IntersectionObserverEntry, 'intersectionRatio'> & { readonly isVisible?: boolean }

function observe(target: Element, onSighting: (last: Sighting) => void): () => void {
  const settings: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
    threshold: [0, 0.5, 0.9, wholeFrameRatio, wholeRatio, 1],
    trackVisibility: true,
    // The least that browsers accept, in ms.
    delay: 100,
  }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)
    if (last) onSighting(last)
  }, settings)
  observer.observe(target)
  return () => observer.disconnect()
}

const hasRoom = ({ clientHeight, scrollHeight }: Element): boolean =>
  clientHeight >= Math.min(leastRoomPx, scrollHeight)

/**
 * Watches whether the user can see the panel around an element: nothing of the page covers it, cuts it off, moves it or
 * draws it small (docs/security.md). Browsers without IntersectionObserver v2 report what is cut off, and no cover.
 */
export function watchSight(inside: Element, { onSight, onChange }: SightListener): () => void {
  const page = inside.ownerDocument
  const view = page.defaultView
  const panel = inside.closest('[role="dialog"], [role="region"]') ?? page.body
  const scroller = panel.querySelector('[data-scrolls]')
  const pointer = pointerPlaces(page)
  const stops: (() => void)[] = []
  let isShown = typeof IntersectionObserver === 'undefined'
  let isPinned = false
  const look = () => {
    if (!isShown || (scroller && !hasRoom(scroller))) onSight('covered')
    else if (view && isDrawnSmall(view, pointer.scale())) onSight('small')
    else onSight('whole')
  }
  if (typeof IntersectionObserver !== 'undefined') {
    const stage = panel.closest('[data-layout="modal"]')
    if (stage) {
      const onFrame = ({ intersectionRatio }: Sighting) => {
        const isWhole = intersectionRatio >= wholeFrameRatio
        if (isPinned && !isWhole) onChange()
        isPinned = isWhole
      }
      stops.push(observe(stage, onFrame))
    }
    const onPanel = ({ intersectionRatio, isVisible }: Sighting) => {
      isShown = intersectionRatio >= wholeRatio && isVisible !== false
      look()
    }
    stops.push(observe(panel, onPanel))
  } else look()

  if (typeof ResizeObserver !== 'undefined') {
    let height: number | undefined
    const room = new ResizeObserver(() => {
      look()
      const now = panel.clientHeight
      if (height !== undefined && Math.abs(now - height) > 1) onChange()
      height = now
    })
    room.observe(panel)
    if (scroller) room.observe(scroller)
    stops.push(() => room.disconnect())
  }

  let facts = factsText(panel)
  const changes = new MutationObserver(() => {
    const now = factsText(panel)
    if (now === facts) return
    facts = now
    onChange()
  })
  changes.observe(panel, { subtree: true, childList: true, characterData: true })
  stops.push(() => changes.disconnect())

  const onResize = () => {
    look()
    onChange()
  }
  view?.addEventListener('resize', onResize)
  stops.push(() => view?.removeEventListener('resize', onResize))
  const onEnter = () => {
    // A frame smaller than the window may have jumped under the pointer.
    if (!(isPinned && view && spansWindow(view, pointer.scale()))) onChange()
  }
  stops.push(pointer.subscribe({ onMove: onChange, onEnter, onScale: look }))
  return () => {
    for (const stop of stops) stop()
  }
}
