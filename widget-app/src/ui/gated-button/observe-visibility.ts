import type { Visibility } from './click-gate.ts'
import { factsText, rowsText } from './facts-text.ts'
import { isScaledDown, scalesAtMost, spansWindow } from './frame-position.ts'
import { pointerPositions } from './pointer-positions.ts'
import { screenSigns } from './screen-properties.ts'
import { type VisibleRanges, visibleShare, withVisibleRange } from './visible-ranges.ts'

/** The panel counts as fully visible from this share on; browsers round. */
const wholeRatio = 0.99
/** The frame counts as fully visible from this share on: a phone may clip the height of a bar. */
const wholeFrameRatio = 0.97
/** Thresholds of the frame: one that moves over an edge of the screen crosses one each 1 %. */
const frameShares = Array.from({ length: 101 }, (_, percent) => percent / 100)
/** Minimum height in px of the scroller: a page can make the frame so small that only the buttons are left. */
const leastRoomPx = 48
/** The same for rows: the height of one. */
const leastRowsPx = 56
/** Minimum visible height in px of an embedded panel for a part to count as read. */
const leastBandPx = 240
/** The share of an embedded panel's height that may be missing: its parts are sampled while the page scrolls. */
const missedShare = 0.02
/** Interval for sampling an embedded panel until all of it has been visible, in ms. */
const lookAgainMs = 200

/**
 * What must be visible. `facts`: all of the panel; of an embedded one that is higher than the screen, each part since the
 * facts last changed, and the control. `rows`: enough of the panel to identify it.
 */
export type RequiredVisibility = 'facts' | 'rows'

export type VisibilityListener = {
  readonly onSight: (sight: Visibility) => void
  /** Facts, their size or the frame's position on the screen changed. */
  readonly onChange: () => void
}

/** `isVisible` is missing in browsers without IntersectionObserver v2. */
type Sighting = IntersectionObserverEntry & { readonly isVisible?: boolean }

/** Observes an element until `stop`; `reobserve` reports it again without a change. */
function observe(target: Element, threshold: number[], onSighting: (last: Sighting) => void) {
  const settings: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
    threshold,
    trackVisibility: true,
    // The minimum that browsers accept, in ms.
    delay: 100,
  }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)
    if (last) onSighting(last)
  }, settings)
  observer.observe(target)
  return {
    stop: () => observer.disconnect(),
    again: () => {
      observer.unobserve(target)
      observer.observe(target)
    },
  }
}

const hasRoom = ({ clientHeight, scrollHeight }: Element, leastPx: number): boolean =>
  clientHeight >= Math.min(leastPx, scrollHeight)

const isUncovered = ({ isVisible }: Sighting): boolean => isVisible !== false

/**
 * Calls back when a cover or transform of a panel appears or disappears: a transform changes the measured pointer positions.
 */
function onCoverChange(run: () => void): (last: Sighting) => void {
  let before: boolean | undefined
  return (last) => {
    const now = isUncovered(last)
    if (before !== undefined && now !== before) run()
    before = now
  }
}

/** The visibility of a panel; `changed` discards the parts that were visible. */
type PanelSight = {
  readonly sight: () => Extract<Visibility, 'whole' | 'covered' | 'unseen'>
  readonly changed: () => void
  readonly stop: () => void
}

/** A panel in the modal, or in a tab of its own: it fits into the window, and must be fully visible. */
function watchWhole(panel: Element, onSighting: (last: Sighting) => void): PanelSight {
  let isShown = false
  const { stop } = observe(panel, [0, 0.5, 0.9, wholeFrameRatio, wholeRatio, 1], (last) => {
    isShown = last.intersectionRatio >= wholeRatio && isUncovered(last)
    onSighting(last)
  })
  return { sight: () => (isShown ? 'whole' : 'covered'), changed: () => {}, stop }
}

/** A panel in the flow of the page, as high as its view, which may exceed the screen. */
function watchParts(
  panel: Element,
  control: Element,
  needs: RequiredVisibility,
  { onSighting, onControl }: { onSighting: (last: Sighting) => void; onControl: () => void },
): PanelSight {
  let bands: VisibleRanges = []
  let height = 0
  let part: VisibleRanges[number] = [0, 0]
  let isShown = false
  let isLegible = false
  let isControlShown = false
  const add = () => {
    if (isLegible) bands = withVisibleRange(bands, part)
  }
  const isRead = () => visibleShare(bands, height) >= 1 - missedShare
  const view = panel.ownerDocument.defaultView
  // A panel that scrolls past reports nothing while its visible share stays the same.
  const looking = view?.setInterval(() => {
    if (needs === 'facts' && !isRead()) whole.again()
  }, lookAgainMs)
  const whole = observe(panel, [0, 0.25, 0.5, 0.75, wholeRatio, 1], (last) => {
    const { boundingClientRect: box, intersectionRect: seen } = last
    height = box.height
    part = [seen.top - box.top, seen.bottom - box.top]
    isShown = isUncovered(last)
    isLegible = isShown && seen.height >= Math.min(leastBandPx, wholeRatio * height)
    add()
    onSighting(last)
  })
  const inSight = observe(control, [0, 0.5, wholeRatio, 1], (last) => {
    isControlShown = last.intersectionRatio >= wholeRatio && isUncovered(last)
    onControl()
  })
  return {
    sight: () => {
      if (!isShown || (needs === 'rows' && !isLegible)) return 'covered'
      return needs === 'rows' || (isControlShown && isRead()) ? 'whole' : 'unseen'
    },
    changed: () => {
      bands = []
      add()
    },
    stop: () => {
      view?.clearInterval(looking)
      whole.stop()
      inSight.stop()
    },
  }
}

/** Calls back when `devicePixelRatio` changes: a zoom of a frame that keeps its size in CSS px causes no resize event. */
function watchZoom(view: Window, onZoom: () => void): () => void {
  let query: MediaQueryList | undefined
  const again = () => {
    query?.removeEventListener('change', onChange)
    query = view.matchMedia?.(`(resolution: ${view.devicePixelRatio}dppx)`)
    query?.addEventListener('change', onChange)
  }
  const onChange = () => {
    again()
    onZoom()
  }
  again()
  return () => query?.removeEventListener('change', onChange)
}

/** For a browser, or a test, that cannot report visibility. */
const unwatched: PanelSight = { sight: () => 'whole', changed: () => {}, stop: () => {} }

/**
 * Watches whether the user can see the panel around an element: the page does not cover, clip, move or shrink
 * it (docs/security.md). Browsers without IntersectionObserver v2 report clipping, but no covering.
 */
export function observeVisibility(
  inside: Element,
  needs: RequiredVisibility,
  { onSight, onChange }: VisibilityListener,
): () => void {
  const page = inside.ownerDocument
  const view = page.defaultView
  const panel = inside.closest('[role="dialog"], [role="region"]') ?? page.body
  const stage = panel.closest('[data-layout="modal"], [data-layout="page"]')
  const isFramed = view !== null && view.parent !== view
  const isEmbedded = stage === null && isFramed
  const scroller = panel.querySelector('[data-scrolls]')
  const pointer = pointerPositions(page)
  const stops: (() => void)[] = []
  let isPinned = false
  let shown = unwatched
  const scales = (of: Window): readonly number[] => {
    const scale = pointer.scale()
    return scale === undefined ? scalesAtMost(of, screenSigns(page, of)) : [scale]
  }
  const look = () => {
    if (scroller && !hasRoom(scroller, needs === 'rows' ? leastRowsPx : leastRoomPx)) onSight('covered')
    // Only its user can zoom out a top-level window.
    else if (isFramed && isScaledDown(view, scales(view))) onSight('small')
    else onSight(shown.sight())
  }
  const onFacts = () => {
    shown.changed()
    onChange()
    look()
  }
  if (typeof IntersectionObserver !== 'undefined') {
    if (stage) {
      let ratio: number | undefined
      const onFrame = ({ intersectionRatio }: Sighting) => {
        const isWhole = intersectionRatio >= wholeFrameRatio
        const hasMoved = ratio !== undefined && intersectionRatio !== ratio && !(isPinned && isWhole)
        ratio = intersectionRatio
        isPinned = isWhole
        if (hasMoved) onChange()
      }
      stops.push(observe(stage, frameShares, onFrame).stop)
    }
    const onCover = onCoverChange(pointer.forget)
    const onSighting = (last: Sighting) => {
      onCover(last)
      look()
    }
    shown = isEmbedded
      ? watchParts(panel, inside, needs, { onSighting, onControl: look })
      : watchWhole(panel, onSighting)
    stops.push(shown.stop)
  } else look()

  if (typeof ResizeObserver !== 'undefined') {
    let height: number | undefined
    const room = new ResizeObserver(() => {
      const now = panel.clientHeight
      if (height !== undefined && Math.abs(now - height) > 1) onFacts()
      else look()
      height = now
    })
    room.observe(panel)
    if (scroller) room.observe(scroller)
    stops.push(() => room.disconnect())
  }

  const read = () => (needs === 'rows' ? rowsText(panel, inside) : factsText(panel))
  let facts = read()
  const changes = new MutationObserver(() => {
    const now = read()
    if (now === facts) return
    facts = now
    onFacts()
  })
  changes.observe(panel, { subtree: true, childList: true, characterData: true })
  stops.push(() => changes.disconnect())

  const onResize = () => {
    look()
    onChange()
  }
  view?.addEventListener('resize', onResize)
  stops.push(() => view?.removeEventListener('resize', onResize))
  if (view) stops.push(watchZoom(view, onResize))
  const onEnter = () => {
    // A top-level tab cannot move in its window. Rows: a connection is decided in the wallet, and the page can switch
    // networks.
    if (needs === 'rows' || view?.parent === view) return
    // A frame smaller than the window, as next to a browser's side panel, may have jumped under the pointer.
    if (!(isPinned && view && spansWindow(view, pointer.scale()))) onChange()
  }
  stops.push(pointer.subscribe({ onMove: onChange, onEnter, onScale: look }))
  return () => {
    for (const stop of stops) stop()
  }
}
