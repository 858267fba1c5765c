/** Measurements inside one document; times are epoch milliseconds, comparable across processes. */
export type PageProbe = {
  /** Time of the last click, from the event's time stamp. */
  clickedAt: number | undefined
  /**
   * Resolves with the time at which the list was painted and receives pointer events. Call it before the click, so that the
   * call does not affect the measurement.
   */
  readonly ready: () => Promise<number>
  /** Durations of tasks above 50 ms since the navigation. */
  readonly longTasksMs: number[]
  /** Resets the ready state and starts again. */
  arm(): void
}

declare global {
  interface Window {
    readonly benchProbe: PageProbe
  }
}

/**
 * Runs in every document before its scripts. The host page is ready when a pointer in the middle hits the widget's frame. The
 * check starts at the click, because it forces layout, and the bench also measures how long the page loads. The widget is
 * ready when a row of the list is rendered and a pointer hits it. Sent as text, so the function uses no outer variables.
 */
export function installPageProbe(pageOnly: boolean): void {
  const isHost = window === window.top
  if (pageOnly && !isHost) return
  let readyAt: Promise<number>
  let onHostClick = () => {}
  const probe: PageProbe = {
    clickedAt: undefined,
    ready: () => readyAt,
    longTasksMs: [],
    arm: () => {
      readyAt = waitUntilReady()
    },
  }

  const isHit = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && element.contains(hit)
  }
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
  const opacity = (element: Element | null): number =>
    element === null ? 1 : Number(getComputedStyle(element).opacity) * opacity(element.parentElement)

  const isReady = () => {
    if (isHost) {
      const frame = document.querySelector('iframe')
      return frame !== null && isVisible(frame) && isHit(frame, innerWidth / 2, innerHeight / 2)
    }
    const row = document.querySelector('li button')
    if (row === null || !isVisible(row)) return false
    const box = row.getBoundingClientRect()
    // A list that fades in can be clicked from its first visible frame on.
    return opacity(row) > 0.01 && isHit(row, box.x + box.width / 2, box.y + box.height / 2)
  }

  const afterPaint = (run: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      run()
    }
    port2.postMessage(null)
  }
  const waitUntilReady = () =>
    new Promise<number>((resolve) => {
      const eachFrame = () => {
        if (!isReady()) return void requestAnimationFrame(eachFrame)
        // A task posted from a frame's callback runs after that frame is painted.
        afterPaint(() => resolve(performance.timeOrigin + performance.now()))
      }
      if (isHost) onHostClick = () => requestAnimationFrame(eachFrame)
      else requestAnimationFrame(eachFrame)
    })

  if (isHost) {
    addEventListener(
      'click',
      (event) => {
        probe.clickedAt = performance.timeOrigin + event.timeStamp
        onHostClick()
      },
      true,
    )
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasksMs.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  Object.defineProperty(window, 'benchProbe', { value: probe })
  probe.arm()
}
