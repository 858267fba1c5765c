/** Longest wait, for documents that are not painted. */
const deadlineMs = 250

/** Runs after the latest change has been painted, or after a short time if the page is not visible. */
export function afterPaint(run: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    run()
  }
  // A change is rendered in the next frame; the frame after it starts when that one is painted.
  requestAnimationFrame(() => requestAnimationFrame(once))
  setTimeout(once, deadlineMs)
}
