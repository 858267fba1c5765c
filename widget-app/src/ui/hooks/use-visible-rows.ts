import { type RefObject, useDeferredValue, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows rendered beyond either edge, so that scrolling does not show a gap. */
const spareRows = 6
/** The range moves by this many rows at once: little work in each frame of a scroll instead of much in some. */
const stepRows = 1
/** Maximum number of rows by which the range may lag behind a fast scroll, taken from the spare ones. */
const lagRows = 3
/**
 * Rows that follow each other sooner than this are passing too fast to read; a pause of this length ends the fast scroll.
 */
const fastScrollMs = 100

export type RowRange = { readonly first: number; readonly end: number }

/** The rows of a list that are visible or near, each of height `pitchPx`. */
export function visibleRange(
  startPx: number,
  endPx: number,
  pitchPx: number,
  count: number,
  spare = spareRows,
): RowRange {
  const first = Math.floor(startPx / pitchPx / stepRows) * stepRows - spare
  const end = Math.ceil(endPx / pitchPx / stepRows) * stepRows + spare
  return { first: Math.min(Math.max(0, first), count), end: Math.max(0, Math.min(count, end)) }
}

/**
 * Where the range of a fast scroll moves in one frame: by one row, so that no frame renders several because two
 * became visible at once, or by two; all the way if it would lag too far behind.
 */
export function nextRangePx(lastPx: number, px: number, pitchPx: number): number {
  const gapPx = px - lastPx
  const steps = [1, 2].find((rows) => Math.abs(gapPx) <= (rows + lagRows) * pitchPx)
  if (steps === undefined) return px
  return lastPx + Math.sign(gapPx) * Math.min(Math.abs(gapPx), steps * pitchPx)
}

/**
 * The scroller of an element: the enclosing box that is marked, else the document. Not by its style: while a sheet moves,
 * its overflow is clipped, and a view mounted meanwhile would use the document for as long as it exists.
 */
export const scrollerOf = (element: Element): HTMLElement =>
  element.closest<HTMLElement>('[data-scrolls]') ?? document.documentElement

/** Draws the lines at edges with more content, only on a change: the sheet's own scroll animation would cost every frame. */
function edgeLines(box: HTMLElement) {
  let lastLines = ''
  box.style.animation = 'none'
  return {
    update: () => {
      const { scrollTop, clientHeight, scrollHeight } = box
      const line = (hasMore: boolean) => (hasMore ? 'var(--line)' : 'transparent')
      // A scaled screen scrolls by fractions of a pixel.
      const lines = `${line(scrollTop > 0)} ${line(scrollTop + clientHeight < scrollHeight - 1)}`
      if (lines === lastLines) return
      lastLines = lines
      box.style.borderBlockColor = lines
    },
    remove: () => {
      box.style.animation = ''
      box.style.borderBlockColor = ''
    },
  }
}

type VisibleArea = {
  readonly startPx: number
  readonly endPx: number
  /** What was visible before a fast scroll began; absent otherwise. */
  readonly before?: Pick<VisibleArea, 'startPx' | 'endPx'>
}

/** The rows to render, and during a fast scroll, those that were rendered before it. */
export type VisibleRows = RowRange & { readonly before: RowRange | undefined }

const identity = (px: number): number => px

/**
 * Tracks which rows of a list are visible in its scroller; `rowPxAt` removes what is between rows above a position, such as
 * headings. Each new `startKey` scrolls back to the start; the rows beyond the edges are then rendered a moment after the
 * visible ones, because the user is typing.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  pitchPx: number,
  startKey: string,
  rowPxAt: (px: number) => number = identity,
): VisibleRows {
  const scroller = useRef<Element>(undefined)
  const [visibleArea, setVisibleArea] = useState<VisibleArea>({ startPx: 0, endPx: 8 * pitchPx })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const box = scrollerOf(element)
    scroller.current = box
    const edges = edgeLines(box)
    let stepAt = Number.NaN
    let settleTimer: ReturnType<typeof setTimeout> | undefined
    let steppedAt = 0
    let currentArea = { startPx: 0, endPx: 0 }
    const settle = () => {
      const remainingMs = steppedAt + fastScrollMs - performance.now()
      settleTimer = remainingMs > 0 ? setTimeout(settle, remainingMs) : undefined
      if (settleTimer !== undefined) return
      setVisibleArea((last) => (last.before ? currentArea : last))
    }
    const update = (isScroll: boolean) => {
      const startPx = box.getBoundingClientRect().top - element.getBoundingClientRect().top
      const endPx = startPx + box.clientHeight
      edges.update()
      const stepPx = stepRows * pitchPx
      const isFastScroll = settleTimer !== undefined
      const step = Math.floor(startPx / stepPx)
      if (isScroll && step !== stepAt) {
        steppedAt = performance.now()
        settleTimer ??= setTimeout(settle, fastScrollMs)
      }
      stepAt = step
      currentArea = { startPx, endPx }
      setVisibleArea((last) => {
        const nextPx = isFastScroll ? nextRangePx(last.startPx, startPx, pitchPx) : startPx
        const next = { startPx: nextPx, endPx: endPx - startPx + nextPx }
        if (
          Math.floor(last.startPx / stepPx) === Math.floor(next.startPx / stepPx) &&
          Math.ceil(last.endPx / stepPx) === Math.ceil(next.endPx / stepPx)
        )
          return last
        return isFastScroll ? { ...next, before: last.before ?? last } : next
      })
    }
    // Synchronously, in the frame of the scroll: as separate work it would cost a task, and show a frame later.
    const scrolled = () => flushSync(() => update(true))
    const resized = () => update(false)
    resized()
    box.addEventListener('scroll', scrolled, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(resized)
    observer?.observe(box)
    observer?.observe(element)
    return () => {
      clearTimeout(settleTimer)
      setVisibleArea(({ startPx, endPx }) => ({ startPx, endPx }))
      box.removeEventListener('scroll', scrolled)
      observer?.disconnect()
      edges.remove()
    }
  }, [list, pitchPx])

  const scrollToStart = useEffectEvent(() => {
    // Reading or setting the position would force layout at each letter.
    if (!scroller.current || visibleArea.startPx <= 0) return
    scroller.current.scrollTop = 0
    setVisibleArea(({ startPx, endPx }) => ({ startPx: 0, endPx: endPx - startPx }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, it triggers the scroll to the start
  useLayoutEffect(() => scrollToStart(), [startKey])

  const isSettled = useDeferredValue(startKey) === startKey
  const spare = isSettled ? spareRows : 0
  const range = ({ startPx, endPx }: Pick<VisibleArea, 'startPx' | 'endPx'>) =>
    visibleRange(rowPxAt(startPx), rowPxAt(endPx), pitchPx, count, spare)
  return { ...range(visibleArea), before: visibleArea.before && range(visibleArea.before) }
}
