import type { Browser, Frame } from '@playwright/test'
import { eventsWith, type ThreadWork, workByFrame } from './main-thread.ts'
import type { Visit } from './visit.ts'

/**
 * Processor time of a machine that is this many times slower: measured at full speed and multiplied. Chromium's throttle
 * counts waiting for the processor as work, so that on a busy machine it measures the others.
 */
export const cpuSlowdown = 4
/** A brisk flick: 3,600 px in a second, almost one row in each frame. */
const pxPerFrame = 60

/** What a page's threads did meanwhile, as a trace. */
export async function traced(browser: Browser, { page }: Visit, work: () => Promise<void>): Promise<string> {
  const categories = ['-*', 'toplevel', 'blink.user_timing']
  await browser.startTracing(page, { categories })
  await work()
  return (await browser.stopTracing()).toString()
}

/**
 * Work of the widget's main thread while its virtual list is scrolled, a pointer resting on it as when a wheel turns.
 * @throws Error when there are no rows where it is scrolled to.
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
  const trace = await traced(browser, visited, async () => {
    gaps = await frame.evaluate(scroll, { frames, pxPerFrame })
  })
  if (gaps > 0) throw new Error(`Nothing was drawn in ${gaps} of the frames that were looked at`)
  return workByFrame(eventsWith(trace, 'bench frame'), 'bench frame')
}

/**
 * Scrolls the list in the page itself, so that no order from outside is part of the work: down, for a while up again.
 * Gives in how many of the frames looked at there was no row in the middle.
 */
async function scroll({ frames, pxPerFrame: step }: { frames: number; pxPerFrame: number }): Promise<number> {
  const rows = document.getElementsByTagName('li')
  let box = document.querySelector('li[aria-setsize]')?.parentElement ?? null
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  const { top = 0, height = 0 } = box?.getBoundingClientRect() ?? {}
  const middle = top + height / 2
  // With what is between two rows.
  const isThere = (row: Element) => {
    const { top: start, bottom: end } = row.getBoundingClientRect()
    return start <= middle + 8 && end >= middle - 8
  }
  let gaps = 0
  for (let at = 0; at < frames; at += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    performance.mark('bench frame')
    // Seldom, for it is work too.
    if (at % 40 === 39 && ![...rows].some(isThere)) gaps += 1
    box?.scrollBy(0, at % 80 < 60 ? step : -step)
  }
  return gaps
}
