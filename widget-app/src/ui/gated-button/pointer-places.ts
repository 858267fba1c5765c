import { type FramePlace, placeAfter, unknownPlace } from './frame-place.ts'

type Listener = Readonly<Record<'onMove' | 'onEnter' | 'onScale', () => void>>

export type PointerPlaces = {
  /** Screen px per CSS px, where mouse events have shown it. */
  readonly scale: () => number | undefined
  readonly subscribe: (listener: Listener) => () => void
}

/** Follows the mouse over a document for as long as the document lives: a new view knows what the one before learned. */
function followPointer(page: Document): PointerPlaces {
  const listeners = new Set<Listener>()
  let place: FramePlace = unknownPlace
  let isInside = false
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || !event.isTrusted) return
    const isFirst = !isInside
    isInside = true
    const next = placeAfter(place, event)
    const isScaled = next.place.scale !== place.scale
    place = next.place
    if (isScaled) for (const { onScale } of [...listeners]) onScale()
    if (next.hasMoved) for (const { onMove } of [...listeners]) onMove()
    if (isFirst) for (const { onEnter } of [...listeners]) onEnter()
  }
  for (const type of ['pointerover', 'pointermove', 'pointerdown', 'pointerup'] as const)
    page.addEventListener(type, onPointer, { capture: true, passive: true })
  page.documentElement.addEventListener('pointerleave', () => {
    isInside = false
  })
  // The user's zoom changes the scale.
  page.defaultView?.addEventListener('resize', () => {
    place = unknownPlace
  })
  return {
    scale: () => place.scale,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const followed = new WeakMap<Document, PointerPlaces>()

/** The one follower of a document's pointer. */
export function pointerPlaces(page: Document): PointerPlaces {
  const known = followed.get(page)
  if (known) return known
  const made = followPointer(page)
  followed.set(page, made)
  return made
}
