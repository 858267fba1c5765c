import {
  type FramePosition,
  minTouchSpanPx,
  type PointerSample,
  positionAfter,
  scaleBetween,
  unknownPosition,
} from './frame-position.ts'

type Listener = Readonly<Record<'onMove' | 'onEnter' | 'onScale', () => void>>

export type PointerPositions = {
  /** Screen px per CSS px, if pointer events have measured it. */
  readonly scale: () => number | undefined
  /** Discards the measurement: something other than its zoom changed the frame's rendering. */
  readonly forget: () => void
  readonly subscribe: (listener: Listener) => () => void
}

/** WebKit reports a pointer that a control captures as entering it at 0, 0. */
const isOfCapture = ({ type, target, pointerId }: PointerEvent): boolean =>
  type === 'pointerover' && target instanceof Element && target.hasPointerCapture(pointerId)

/** Tracks pointers over a document for its lifetime: a new view continues with the measurements of the previous one. */
function trackPointers(page: Document): PointerPositions {
  const view = page.defaultView
  const listeners = new Set<Listener>()
  const notify = (what: keyof Listener) => {
    for (const listener of [...listeners]) listener[what]()
  }
  let position: FramePosition = unknownPosition
  let touched: PointerSample | undefined
  /** Physical pixels per screen px, as measured. No zoom changes it, neither the page's nor the user's. */
  let ratio: number | undefined
  let isInside = false

  const setScale = (scale: number | undefined) => {
    const before = ratio
    ratio = scale === undefined || !view ? undefined : view.devicePixelRatio / scale
    if (ratio !== before) notify('onScale')
  }
  const onMouse = (event: PointerEvent) => {
    // Chromium reports no leave to a frame that moved from under the pointer, or was hidden.
    const isFirst = !isInside
    isInside = true
    const next = positionAfter(position, event)
    const isScaled = next.position.scale !== position.scale
    position = next.position
    if (isScaled) setScale(next.position.scale)
    if (next.hasMoved) notify('onMove')
    if (isFirst || next.isUnproven) notify('onEnter')
  }
  /**
   * Two positions of one touch, or of two. A touch has no position before pointerdown, so none shows a move of the frame.
   */
  const onTouch = ({ screenX, screenY, clientX, clientY }: PointerEvent) => {
    const sample = { screenX, screenY, clientX, clientY }
    const scale = touched && scaleBetween(touched, sample)
    if (scale !== undefined) setScale(scale)
    // Short steps of a touch add up.
    if (touched && Math.abs(clientX - touched.clientX) < minTouchSpanPx) return
    touched = sample
  }
  const onPointer = (event: PointerEvent) => {
    if (!event.isTrusted || isOfCapture(event)) return
    if (event.pointerType === 'mouse') onMouse(event)
    else onTouch(event)
  }
  const reset = () => {
    position = unknownPosition
    touched = undefined
  }
  for (const type of ['pointerover', 'pointermove', 'pointerdown', 'pointerup'] as const)
    page.addEventListener(type, onPointer, { capture: true, passive: true })
  page.documentElement.addEventListener('pointerleave', () => {
    isInside = false
  })
  // Any zoom changes the scale.
  view?.addEventListener('resize', reset)
  return {
    scale: () => (ratio === undefined || !view ? undefined : view.devicePixelRatio / ratio),
    forget: () => {
      reset()
      setScale(undefined)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const trackers = new WeakMap<Document, PointerPositions>()

/** The single tracker of a document's pointers. */
export function pointerPositions(page: Document): PointerPositions {
  const existing = trackers.get(page)
  if (existing) return existing
  const tracker = trackPointers(page)
  trackers.set(page, tracker)
  return tracker
}
