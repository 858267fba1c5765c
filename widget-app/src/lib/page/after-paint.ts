/** Longest wait, for documents that are not painted. */
const deadlineMs = 250

/** Runs once what has just changed is on screen, or soon when nothing is painted because nobody looks. */
export function afterPaint(run: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    run()
  }
  // A change is drawn in the next frame; the frame after it comes when that one is painted.
  requestAnimationFrame(() => requestAnimationFrame(once))
  setTimeout(once, deadlineMs)
}
