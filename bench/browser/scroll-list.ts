import type { Browser, Frame } from '@playwright/test'
import { eventsWith, type ThreadWork, workByFrame } from './main-thread.ts'
import type { Visit } from './visit.ts'

/**
 * Simulated CPU slowdown: measured at full speed and multiplied. Chromium's throttle counts waiting for the processor as
 * work, so on a busy machine it measures other processes.
 */
export const cpuSlowdown = 4
/** A fast flick: 3,600 px a second, almost one row per frame. */
const pxPerFrame = 60

/** Records a trace of the page's threads during `work`. */
export async function recordTrace(
  browser: Browser,
  { page }: Visit,
  work: () => Promise<void>,
): Promise<string> {
  const categories = ['-*', 'toplevel', 'blink.user_timing']
  await browser.startTracing(page, { categories })
  await work()
  return (await browser.stopTracing()).toString()
}

/**
 * Work of the widget's main thread while its virtual list scrolls, with the pointer over it as for a mouse wheel.
 * @throws Error if there are no rows at the scroll position.
 */
export async function scrollList(
  browser: Browser,
  visited: Visit,
  frame: Frame,
  frames: number,
): Promise<ThreadWork> {
  const box = await frame.locator('ul:has(> li[aria-setsize])').last().boundingBox()
  if (box === null) throw new Error('The list is not on screen')
  await visited.page.mouse.move(box.x + box.width / 2, Math.min(box.y + 200, 600))
  let gaps = 0
  const trace = await recordTrace(browser, visited, async () => {
    gaps = await frame.evaluate(scroll, { frames, pxPerFrame })
  })
  if (gaps > 0) throw new Error(`Nothing was drawn in ${gaps} of the frames that were looked at`)
  return workByFrame(eventsWith(trace, 'bench frame'), 'bench frame')
}

/**
 * Scrolls the list in the page itself, so that no external command is part of the work: down, then up for a while. Returns
 * the number of checked frames without a row in the middle.
 */
async function scroll({ frames, pxPerFrame: step }: { frames: number; pxPerFrame: number }): Promise<number> {
  const rows = document.getElementsByTagName('li')
  let box = document.querySelector('li[aria-setsize]')?.parentElement ?? null
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  const { top = 0, height = 0 } = box?.getBoundingClientRect() ?? {}
  const middle = top + height / 2
  // The margin covers the gap between two rows.
  const isInMiddle = (row: Element) => {
    const { top: start, bottom: end } = row.getBoundingClientRect()
    return start <= middle + 8 && end >= middle - 8
  }
  let gaps = 0
  for (let at = 0; at < frames; at += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    performance.mark('bench frame')
    // Check rarely, because the check counts as work.
    if (at % 40 === 39 && ![...rows].some(isInMiddle)) gaps += 1
    box?.scrollBy(0, at % 80 < 60 ? step : -step)
  }
  return gaps
}
