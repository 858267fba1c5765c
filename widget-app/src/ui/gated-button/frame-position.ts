/** Where a pointer event is: `screen` in px of the screen, `client` in CSS px of the frame. */
export type PointerSample = {
  readonly screenX: number
  readonly screenY: number
  readonly clientX: number
  readonly clientY: number
}

/**
 * What mouse events tell about the place of the frame on the screen. `scale` is screen px per CSS px, measured over a
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
/** A shorter movement does not tell a scale, in CSS px. */
const leastSpanPx = 12

/** A shorter distance between two touches does not tell a scale, in CSS px. */
export const leastTouchSpanPx = 48

const isClose = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance

type Movement = Record<'x' | 'y', number>

const isScaled = (drawn: Movement, moved: Movement, scale: number, error: number): boolean =>
  isClose(drawn.x, moved.x * scale, tolerancePx + Math.abs(moved.x) * error) &&
  isClose(drawn.y, moved.y * scale, tolerancePx + Math.abs(moved.y) * error)

/**
 * `hasMoved`: the frame moved on the screen since the anchor, because the pointer moved in the frame otherwise than on the
 * screen. `isUnproven`: it may have, because the scale is not known, or was measured over less than half of the distance.
 */
export type PositionAfter = {
  readonly place: FramePosition
  readonly hasMoved: boolean
  readonly isUnproven: boolean
}

/** The place after a mouse event. */
export function positionAfter(place: FramePosition, sample: PointerSample): PositionAfter {
  const { anchor } = place
  const begun = {
    place: { anchor: sample, scale: undefined, span: 0 },
    hasMoved: anchor !== undefined,
    isUnproven: true,
  }
  if (anchor === undefined) return begun
  const moved = { x: sample.clientX - anchor.clientX, y: sample.clientY - anchor.clientY }
  const drawn = { x: sample.screenX - anchor.screenX, y: sample.screenY - anchor.screenY }
  const span = Math.max(Math.abs(moved.x), Math.abs(moved.y))
  if (place.scale === undefined && span < leastSpanPx) {
    // The anchor stays, so that short steps add up. A pointer that rests on the screen rests in the frame too.
    const rests = drawn.x === 0 && drawn.y === 0
    const isFar = Math.max(Math.abs(drawn.x), Math.abs(drawn.y)) >= leastTouchSpanPx
    return rests && span > tolerancePx ? begun : { place, hasMoved: false, isUnproven: isFar }
  }
  const isWide = Math.abs(moved.x) >= Math.abs(moved.y)
  const scale = isWide ? drawn.x / moved.x : drawn.y / moved.y
  const isKnown = place.scale !== undefined
  const error = isKnown ? (2 * Math.max(1, place.scale ?? 1)) / place.span : 0
  const expected = place.scale ?? scale
  if (!(expected > 0) || !isScaled(drawn, moved, expected, error)) return begun
  // A longer movement measures better.
  const after = span > place.span ? { anchor, scale, span } : place
  return { place: after, hasMoved: false, isUnproven: span > 2 * place.span }
}

/** How far the two axes may differ, as a share. */
const axesDiffer = 0.25

/**
 * Screen px per CSS px, from two places that were touched; undefined where these do not tell. Pages scroll, and bars of a
 * browser come and go, between two touches: only a horizontal distance measures, and a vertical one must agree with it.
 */
export function scaleBetween(one: PointerSample, other: PointerSample): number | undefined {
  const moved = { x: other.clientX - one.clientX, y: other.clientY - one.clientY }
  if (Math.abs(moved.x) < leastTouchSpanPx) return undefined
  const scale = (other.screenX - one.screenX) / moved.x
  if (!(scale > 0)) return undefined
  const down = other.screenY - one.screenY
  const agrees = Math.abs(moved.y) < leastTouchSpanPx || isClose(down / moved.y, scale, scale * axesDiffer)
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

/** Pixels of a screen for each of its own px; what a browser's zoom and the page's `zoom` multiply. */
const screenRatios = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]
/** Room for scrollbars and the edges of a window. */
const windowEdgePx = 64
/** Room for the bars of a browser above and below a page. */
const windowBarsPx = 260

const spansAt = (size: FrameSize, scale: number): boolean =>
  isClose(size.innerWidth * scale, size.outerWidth, windowEdgePx) &&
  size.innerHeight * scale >= size.outerHeight - windowBarsPx

/** What the frame knows of the screen that no style of the page changes. */
export type ScreenProperties = {
  /** Width of a scrollbar of the browser in CSS px; 0 where it takes no room. Its width on the screen is the same at any zoom. */
  readonly barPx: number
  readonly isPhone: boolean
}

/** How wide browsers draw a scrollbar, in px of the screen. */
const barWidthsPx = [15, 17]
/** Phones have two pixels for each px of their screen, or more. */
const leastPhoneRatio = 2

/** Scales that the frame may have at most, the least of them first; for a frame over which no pointer was yet. */
export function scalesAtMost(
  { devicePixelRatio }: FrameSize,
  { barPx, isPhone }: ScreenProperties,
): readonly number[] {
  const most = devicePixelRatio / (isPhone ? leastPhoneRatio : 1)
  return barPx > 0 ? barWidthsPx.map((width) => Math.min(most, width / barPx)) : [most]
}

/** Whether the frame is as large as the window: one that is whole in sight then cannot be anywhere else. */
export function spansWindow(size: FrameSize, scale: number | undefined): boolean {
  if (scale !== undefined) return spansAt(size, scale)
  return screenRatios.some((ratio) => spansAt(size, size.devicePixelRatio / ratio))
}

/** The least size at which facts count as readable, as a share of the natural one. */
const leastScale = 2 / 3

// 67 % is the step of browsers, rounded.
const isReadable = (scale: number): boolean => scale >= leastScale - 0.005

/**
 * Whether what the frame shows is drawn too small to be read. CSS `zoom` of the page multiplies `devicePixelRatio`, and
 * the screen px of pointer events show it exactly. The user's own zoom does the same, and a page that makes the frame as
 * large as the window looks the same from inside: below two thirds both are refused. Transforms are not seen here:
 * IntersectionObserver v2 reports each that draws smaller. `scales` are those that the frame may have, the least first;
 * where they differ, one at which it is as large as the window is the right one.
 */
export function isScaledDown(size: FrameSize, scales: readonly number[]): boolean {
  const [least = size.devicePixelRatio] = scales
  return !isReadable(least) && !scales.some((scale) => isReadable(scale) && spansAt(size, scale))
}
