/** A longer side does not help a decoder, and costs time. */
const longestSide = 640

/**
 * The square in the middle of an image, which is what the user sees of it, and the side length to draw it with; in pixels.
 */
export function cropSquare(width: number, height: number) {
  const side = Math.min(width, height)
  return {
    left: Math.floor((width - side) / 2),
    top: Math.floor((height - side) / 2),
    side,
    drawn: Math.min(side, longestSide),
  }
}
