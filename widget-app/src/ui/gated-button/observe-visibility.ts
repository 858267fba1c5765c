import type { Visibility } from './click-gate.ts'
import { factsText, rowsText } from './facts-text.ts'
import { isScaledDown, maxScales, spansWindow } from './frame-position.ts'
import { pointerPositions } from './pointer-positions.ts'
import { readScreenProperties } from './screen-properties.ts'
import { type VisibleRanges, visibleShare, withVisibleRange } from './visible-ranges.ts'

/** The panel counts as fully visible from this share on; browsers round. */
const wholeRatio = 0.99
/** The frame counts as fully visible from this share on: a phone may clip the height of a bar. */
const wholeFrameRatio = 0.97
/** Thresholds of the frame: one that moves over an edge of the screen crosses one each 1 %. */
const frameShares = Array.from({ length: 101 }, (_, percent) => percent / 100)
/** Minimum height in px of the scroller: a page can make the frame so small that only the buttons are left. */
const minScrollerPx = 48
/** The same for rows: the height of one. */
const minRowsPx = 56
/** Minimum visible height in px of an embedded panel for a part to count as read. */
const minVisiblePartPx = 240
/** The share of an embedded panel's height that may be missing: its parts are sampled while the page scrolls. */
const maxMissedShare = 0.02
/** Interval for sampling an embedded panel until all of it has been visible, in ms. */
const sampleIntervalMs = 200

/**
 * What must be visible. `facts`: all of the panel; of an embedded one that is higher than the screen, each part since the
 * facts last changed, and the control. `rows`: enough of the panel to identify it.
 */
export type RequiredVisibility = 'facts' | 'rows'

export type VisibilityListener = {
  readonly onVisibility: (visibility: Visibility) => void
  /** Facts, their size or the frame's position on the screen changed. */
  readonly onChange: () => void
}

/** `isVisible` is missing in browsers without IntersectionObserver v2. */
type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/** Observes an element until `stop`; `reobserve` reports it again without a change. */
function observe(target: Element, threshold: number[], onEntry: (last: VisibilityEntry) => void) {
  const settings: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
    threshold,
    trackVisibility: true,
    // The minimum that browsers accept, in ms.
    delay: 100,
  }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)
    if (last) onEntry(last)
  }, settings)
  observer.observe(target)
  return {
    stop: () => observer.disconnect(),
    reobserve: () => {
      observer.unobserve(target)
      observer.observe(target)
    },
  }
}

const hasMinHeight = ({ clientHeight, scrollHeight }: Element, minPx: number): boolean =>
  clientHeight >= Math.min(minPx, scrollHeight)

const isUncovered = ({ isVisible }: VisibilityEntry): boolean => isVisible !== false

/**
 * Calls back when a cover or transform of a panel appears or disappears: a transform changes the measured pointer positions.
 */
function onCoverChange(run: () => void): (last: VisibilityEntry) => void {
  let before: boolean | undefined
  return (last) => {
    const now = isUncovered(last)
    if (before !== undefined && now !== before) run()
    before = now
  }
}

/** The visibility of a panel; `changed` discards the parts that were visible. */
type PanelVisibility = {
  readonly visibility: () => Extract<Visibility, 'whole' | 'covered' | 'unseen'>
  readonly changed: () => void
  readonly stop: () => void
}

/** A panel in the modal, or in a tab of its own: it fits into the window, and must be fully visible. */
function watchWhole(panel: Element, onEntry: (last: VisibilityEntry) => void): PanelVisibility {
  let isShown = false
  const { stop } = observe(panel, [0, 0.5, 0.9, wholeFrameRatio, wholeRatio, 1], (last) => {
    isShown = last.intersectionRatio >= wholeRatio && isUncovered(last)
    onEntry(last)
  })
  return { visibility: () => (isShown ? 'whole' : 'covered'), changed: () => {}, stop }
}

/** A panel in the flow of the page, as high as its view, which may exceed the screen. */
function watchParts(
  panel: Element,
  control: Element,
  needs: RequiredVisibility,
  { onEntry, onControl }: { onEntry: (last: VisibilityEntry) => void; onControl: () => void },
): PanelVisibility {
  let visibleParts: VisibleRanges = []
  let height = 0
  let part: VisibleRanges[number] = [0, 0]
  let isShown = false
  let isLegible = false
  let isControlShown = false
  const add = () => {
    if (isLegible) visibleParts = withVisibleRange(visibleParts, part)
  }
  const isRead = () => visibleShare(visibleParts, height) >= 1 - maxMissedShare
  const view = panel.ownerDocument.defaultView
  // A panel that scrolls past reports nothing while its visible share stays the same.
  const sampleTimer = view?.setInterval(() => {
    if (needs === 'facts' && !isRead()) whole.reobserve()
  }, sampleIntervalMs)
  const whole = observe(panel, [0, 0.25, 0.5, 0.75, wholeRatio, 1], (last) => {
    const { boundingClientRect: box, intersectionRect: visibleRect } = last
    height = box.height
    part = [visibleRect.top - box.top, visibleRect.bottom - box.top]
    isShown = isUncovered(last)
    isLegible = isShown && visibleRect.height >= Math.min(minVisiblePartPx, wholeRatio * height)
    add()
    onEntry(last)
  })
  const controlObserver = observe(control, [0, 0.5, wholeRatio, 1], (last) => {
    isControlShown = last.intersectionRatio >= wholeRatio && isUncovered(last)
    onControl()
  })
  return {
    visibility: () => {
      if (!isShown || (needs === 'rows' && !isLegible)) return 'covered'
      return needs === 'rows' || (isControlShown && isRead()) ? 'whole' : 'unseen'
    },
    changed: () => {
      visibleParts = []
      add()
    },
    stop: () => {
      view?.clearInterval(sampleTimer)
      whole.stop()
      controlObserver.stop()
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
const unwatched: PanelVisibility = { visibility: () => 'whole', changed: () => {}, stop: () => {} }

/**
 * Watches whether the user can see the panel around an element: the page does not cover, clip, move or shrink
 * it (docs/security.md). Browsers without IntersectionObserver v2 report clipping, but no covering.
 */
export function observeVisibility(
  inside: Element,
  needs: RequiredVisibility,
  { onVisibility, onChange }: VisibilityListener,
): () => void {
  const page = inside.ownerDocument
  const view = page.defaultView
  const panel = inside.closest('[role="dialog"], [role="region"]') ?? page.body
  const frameContainer = panel.closest('[data-layout="modal"], [data-layout="page"]')
  const isFramed = view !== null && view.parent !== view
  const isEmbedded = frameContainer === null && isFramed
  const scroller = panel.querySelector('[data-scrolls]')
  const pointer = pointerPositions(page)
  const stops: (() => void)[] = []
  let isPinned = false
  let panelVisibility = unwatched
  const scales = (of: Window): readonly number[] => {
    const scale = pointer.scale()
    return scale === undefined ? maxScales(of, readScreenProperties(page, of)) : [scale]
  }
  const report = () => {
    if (scroller && !hasMinHeight(scroller, needs === 'rows' ? minRowsPx : minScrollerPx))
      onVisibility('covered')
    // Only its user can zoom out a top-level window.
    else if (isFramed && isScaledDown(view, scales(view))) onVisibility('small')
    else onVisibility(panelVisibility.visibility())
  }
  const onFacts = () => {
    panelVisibility.changed()
    onChange()
    report()
  }
  if (typeof IntersectionObserver !== 'undefined') {
    if (frameContainer) {
      let ratio: number | undefined
      const onFrame = ({ intersectionRatio }: VisibilityEntry) => {
        const isWhole = intersectionRatio >= wholeFrameRatio
        const hasMoved = ratio !== undefined && intersectionRatio !== ratio && !(isPinned && isWhole)
        ratio = intersectionRatio
        isPinned = isWhole
        if (hasMoved) onChange()
      }
      stops.push(observe(frameContainer, frameShares, onFrame).stop)
    }
    const onCover = onCoverChange(pointer.forget)
    const onEntry = (last: VisibilityEntry) => {
      onCover(last)
      report()
    }
    panelVisibility = isEmbedded
      ? watchParts(panel, inside, needs, { onEntry, onControl: report })
      : watchWhole(panel, onEntry)
    stops.push(panelVisibility.stop)
  } else report()

  if (typeof ResizeObserver !== 'undefined') {
    let height: number | undefined
    const sizeObserver = new ResizeObserver(() => {
      const now = panel.clientHeight
      if (height !== undefined && Math.abs(now - height) > 1) onFacts()
      else report()
      height = now
    })
    sizeObserver.observe(panel)
    if (scroller) sizeObserver.observe(scroller)
    stops.push(() => sizeObserver.disconnect())
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
    report()
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
  stops.push(pointer.subscribe({ onMove: onChange, onEnter, onScale: report }))
  return () => {
    for (const stop of stops) stop()
  }
}
