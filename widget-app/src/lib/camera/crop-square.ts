/** A longer side tells a decoder nothing more, and costs time. */
const longestSide = 640

/** The square in the middle of a picture, which is what a person sees of it, and how long its side is drawn; in pixels. */
export function cropSquare(width: number, height: number) {
  const side = Math.min(width, height)
  return {
    left: Math.floor((width - side) / 2),
    top: Math.floor((height - side) / 2),
    side,
    drawn: Math.min(side, longestSide),
  }
}
