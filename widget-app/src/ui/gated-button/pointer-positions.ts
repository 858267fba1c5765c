import {
  type FramePosition,
  leastTouchSpanPx,
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
function followPointer(page: Document): PointerPositions {
  const view = page.defaultView
  const listeners = new Set<Listener>()
  const tell = (what: keyof Listener) => {
    for (const listener of [...listeners]) listener[what]()
  }
  let place: FramePosition = unknownPosition
  let touched: PointerSample | undefined
  /** Physical pixels per screen px, as measured. No zoom changes it, neither the page's nor the user's. */
  let ratio: number | undefined
  let isInside = false

  const measured = (scale: number | undefined) => {
    const before = ratio
    ratio = scale === undefined || !view ? undefined : view.devicePixelRatio / scale
    if (ratio !== before) tell('onScale')
  }
  const onMouse = (event: PointerEvent) => {
    // Chromium reports no leave to a frame that moved from under the pointer, or was hidden.
    const isFirst = !isInside
    isInside = true
    const next = positionAfter(place, event)
    const isScaled = next.place.scale !== place.scale
    place = next.place
    if (isScaled) measured(next.place.scale)
    if (next.hasMoved) tell('onMove')
    if (isFirst || next.isUnproven) tell('onEnter')
  }
  /**
   * Two positions of one touch, or of two. A touch has no position before pointerdown, so none shows a move of the frame.
   */
  const onTouch = ({ screenX, screenY, clientX, clientY }: PointerEvent) => {
    const sample = { screenX, screenY, clientX, clientY }
    const scale = touched && scaleBetween(touched, sample)
    if (scale !== undefined) measured(scale)
    // Short steps of a touch add up.
    if (touched && Math.abs(clientX - touched.clientX) < leastTouchSpanPx) return
    touched = sample
  }
  const onPointer = (event: PointerEvent) => {
    if (!event.isTrusted || isOfCapture(event)) return
    if (event.pointerType === 'mouse') onMouse(event)
    else onTouch(event)
  }
  const begin = () => {
    place = unknownPosition
    touched = undefined
  }
  for (const type of ['pointerover', 'pointermove', 'pointerdown', 'pointerup'] as const)
    page.addEventListener(type, onPointer, { capture: true, passive: true })
  page.documentElement.addEventListener('pointerleave', () => {
    isInside = false
  })
  // Any zoom changes the scale.
  view?.addEventListener('resize', begin)
  return {
    scale: () => (ratio === undefined || !view ? undefined : view.devicePixelRatio / ratio),
    forget: () => {
      begin()
      measured(undefined)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const followed = new WeakMap<Document, PointerPositions>()

/** The single tracker of a document's pointers. */
export function pointerPositions(page: Document): PointerPositions {
  const known = followed.get(page)
  if (known) return known
  const made = followPointer(page)
  followed.set(page, made)
  return made
}
