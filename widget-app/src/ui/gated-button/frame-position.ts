/** Position of a pointer event: `screen` in px of the screen, `client` in CSS px of the frame. */
export type PointerSample = {
  readonly screenX: number
  readonly screenY: number
  readonly clientX: number
  readonly clientY: number
}

/**
 * The position of the frame on the screen, as derived from mouse events. `scale` is screen px per CSS px, measured over a
 * movement of `span` CSS px from the sample `anchor`.
 */
export type FramePosition = {
  readonly anchor: PointerSample | undefined
  readonly scale: number | undefined
  readonly span: number
}

export const unknownPosition: FramePosition = { anchor: undefined, scale: undefined, span: 0 }

/** Events are rounded to whole px on either side. */
const tolerancePx = 3
/** A shorter movement is too inexact to measure a scale, in CSS px. */
const minSpanPx = 12

/** A shorter distance between two touches is too inexact to measure a scale, in CSS px. */
export const minTouchSpanPx = 48

const isClose = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance

type Movement = Record<'x' | 'y', number>

const isScaled = (screenMovement: Movement, moved: Movement, scale: number, error: number): boolean =>
  isClose(screenMovement.x, moved.x * scale, tolerancePx + Math.abs(moved.x) * error) &&
  isClose(screenMovement.y, moved.y * scale, tolerancePx + Math.abs(moved.y) * error)

/**
 * `hasMoved`: the frame moved on the screen since the anchor, because the pointer moved in the frame differently than on the
 * screen. `isUnproven`: it may have moved, because the scale is unknown, or was measured over less than half of the
 * distance.
 */
export type PositionAfter = {
  readonly position: FramePosition
  readonly hasMoved: boolean
  readonly isUnproven: boolean
}

/** The position after a mouse event. */
export function positionAfter(position: FramePosition, sample: PointerSample): PositionAfter {
  const { anchor } = position
  const restarted = {
    position: { anchor: sample, scale: undefined, span: 0 },
    hasMoved: anchor !== undefined,
    isUnproven: true,
  }
  if (anchor === undefined) return restarted
  const moved = { x: sample.clientX - anchor.clientX, y: sample.clientY - anchor.clientY }
  const screenMovement = { x: sample.screenX - anchor.screenX, y: sample.screenY - anchor.screenY }
  const span = Math.max(Math.abs(moved.x), Math.abs(moved.y))
  if (position.scale === undefined && span < minSpanPx) {
    // Keep the anchor, so that short steps add up. A pointer that is still on the screen is still in the frame too.
    const isStill = screenMovement.x === 0 && screenMovement.y === 0
    const isFar = Math.max(Math.abs(screenMovement.x), Math.abs(screenMovement.y)) >= minTouchSpanPx
    return isStill && span > tolerancePx ? restarted : { position, hasMoved: false, isUnproven: isFar }
  }
  const isWide = Math.abs(moved.x) >= Math.abs(moved.y)
  const scale = isWide ? screenMovement.x / moved.x : screenMovement.y / moved.y
  const isScaleKnown = position.scale !== undefined
  const error = isScaleKnown ? (2 * Math.max(1, position.scale ?? 1)) / position.span : 0
  const expected = position.scale ?? scale
  if (!(expected > 0) || !isScaled(screenMovement, moved, expected, error)) return restarted
  // A longer movement measures more exactly.
  const after = span > position.span ? { anchor, scale, span } : position
  return { position: after, hasMoved: false, isUnproven: span > 2 * position.span }
}

/** Maximum relative difference between the two axes. */
const maxAxisDifference = 0.25

/**
 * Screen px per CSS px, from two touches; undefined if they do not determine it. Pages scroll, and browser bars
 * appear and disappear, between two touches: only a horizontal distance is measured, and a vertical one must match it.
 */
export function scaleBetween(one: PointerSample, other: PointerSample): number | undefined {
  const moved = { x: other.clientX - one.clientX, y: other.clientY - one.clientY }
  if (Math.abs(moved.x) < minTouchSpanPx) return undefined
  const scale = (other.screenX - one.screenX) / moved.x
  if (!(scale > 0)) return undefined
  const down = other.screenY - one.screenY
  const agrees =
    Math.abs(moved.y) < minTouchSpanPx || isClose(down / moved.y, scale, scale * maxAxisDifference)
  return agrees ? scale : undefined
}

/** Sizes of the frame in CSS px and of the browser window in screen px. */
export type FrameSize = {
  readonly innerWidth: number
  readonly innerHeight: number
  readonly outerWidth: number
  readonly outerHeight: number
  readonly devicePixelRatio: number
}

/** Physical pixels per screen px; the browser's zoom and the page's `zoom` multiply them. */
const screenRatios = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]
/** Tolerance for scrollbars and the edges of a window. */
const windowEdgePx = 64
/** Tolerance for the browser's bars above and below a page. */
const windowBarsPx = 260

const spansAt = (size: FrameSize, scale: number): boolean =>
  isClose(size.innerWidth * scale, size.outerWidth, windowEdgePx) &&
  size.innerHeight * scale >= size.outerHeight - windowBarsPx

/** Properties of the screen that no style of the page changes. */
export type ScreenProperties = {
  /** Width of a scrollbar of the browser in CSS px; 0 for overlay scrollbars. On the screen it is the same at any zoom. */
  readonly barPx: number
  readonly isPhone: boolean
}

/** Widths of scrollbars in browsers, in px of the screen. */
const barWidthsPx = [15, 17]
/** Phones have at least two physical pixels per screen px. */
const minPhoneRatio = 2

/** Upper bounds of the frame's scale, the lowest first; for a frame over which no pointer has been yet. */
export function maxScales(
  { devicePixelRatio }: FrameSize,
  { barPx, isPhone }: ScreenProperties,
): readonly number[] {
  const maxScale = devicePixelRatio / (isPhone ? minPhoneRatio : 1)
  return barPx > 0 ? barWidthsPx.map((width) => Math.min(maxScale, width / barPx)) : [maxScale]
}

/** Whether the frame is as large as the window: if it is fully visible then, it cannot be anywhere else. */
export function spansWindow(size: FrameSize, scale: number | undefined): boolean {
  if (scale !== undefined) return spansAt(size, scale)
  return screenRatios.some((ratio) => spansAt(size, size.devicePixelRatio / ratio))
}

/** The minimum readable size of facts, as a share of the natural one. */
const minReadableScale = 2 / 3

// 67 % is a browser's zoom step, rounded.
const isReadable = (scale: number): boolean => scale >= minReadableScale - 0.005

/**
 * Whether the frame is rendered too small to be read. CSS `zoom` of the page multiplies `devicePixelRatio`, and the screen
 * px of pointer events measure it exactly. The user's own zoom does the same, and a page that makes the frame as large as
 * the window looks the same from inside: below two thirds both are rejected. Transforms are not detected here:
 * IntersectionObserver v2 reports each that shrinks. `scales` are the possible scales of the frame, the lowest first; if
 * they differ, one at which it is as large as the window is correct.
 */
export function isScaledDown(size: FrameSize, scales: readonly number[]): boolean {
  const [lowest = size.devicePixelRatio] = scales
  return !isReadable(lowest) && !scales.some((scale) => isReadable(scale) && spansAt(size, scale))
}
