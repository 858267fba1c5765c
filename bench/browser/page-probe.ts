/** What the probe tells from inside one document; times are milliseconds since 1970, comparable across processes. */
export type PageProbe = {
  /** When the last click happened, as the system saw it. */
  clickedAt: number | undefined
  /** When what a person waits for was painted and answered to a pointer; asked before, so that asking costs nothing. */
  readonly ready: () => Promise<number>
  /** Durations of tasks above 50 ms since the navigation. */
  readonly longTasksMs: number[]
  /** Forgets what was ready and looks again. */
  arm(): void
}

declare global {
  interface Window {
    readonly benchProbe: PageProbe
  }
}

/**
 * Runs in every document before its own scripts. In the host page ready means: a pointer in the middle meets the
 * widget's frame; it looks from the click on, because looking lays the page out, and what loading costs the page is
 * measured too. In the widget: a row of the list is drawn and a pointer meets it. Self-contained, because it is sent as
 * text.
 */
export function installPageProbe(pageOnly: boolean): void {
  const isHost = window === window.top
  if (pageOnly && !isHost) return
  let seen: Promise<number>
  let clicked = () => {}
  const probe: PageProbe = {
    clickedAt: undefined,
    ready: () => seen,
    longTasksMs: [],
    arm: () => {
      seen = look()
    },
  }

  const meets = (element: Element, x: number, y: number) => {
    const met = document.elementFromPoint(x, y)
    return met !== null && element.contains(met)
  }
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
  const opacity = (element: Element | null): number =>
    element === null ? 1 : Number(getComputedStyle(element).opacity) * opacity(element.parentElement)

  const isReady = () => {
    if (isHost) {
      const frame = document.querySelector('iframe')
      return frame !== null && isVisible(frame) && meets(frame, innerWidth / 2, innerHeight / 2)
    }
    const row = document.querySelector('li button')
    if (row === null || !isVisible(row)) return false
    const box = row.getBoundingClientRect()
    // A list that fades in can be clicked from its first visible frame on.
    return opacity(row) > 0.01 && meets(row, box.x + box.width / 2, box.y + box.height / 2)
  }

  const afterPaint = (run: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      run()
    }
    port2.postMessage(null)
  }
  const look = () =>
    new Promise<number>((resolve) => {
      const eachFrame = () => {
        if (!isReady()) return void requestAnimationFrame(eachFrame)
        // A task posted from a frame's callback runs after that frame is painted.
        afterPaint(() => resolve(performance.timeOrigin + performance.now()))
      }
      if (isHost) clicked = () => requestAnimationFrame(eachFrame)
      else requestAnimationFrame(eachFrame)
    })

  if (isHost) {
    addEventListener(
      'click',
      (event) => {
        probe.clickedAt = performance.timeOrigin + event.timeStamp
        clicked()
      },
      true,
    )
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) probe.longTasksMs.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  }
  Object.defineProperty(window, 'benchProbe', { value: probe })
  probe.arm()
}
