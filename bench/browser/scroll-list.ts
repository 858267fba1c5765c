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

/** Work of the widget's main thread while its virtual list is scrolled, a pointer resting on it as when a wheel turns. */
export async function scrollList(
  browser: Browser,
  visited: Visit,
  frame: Frame,
  frames: number,
): Promise<ThreadWork> {
  const box = await frame.locator('ul:has(> li[aria-setsize])').last().boundingBox()
  if (box === null) throw new Error('The list is not on screen')
  await visited.page.mouse.move(box.x + box.width / 2, Math.min(box.y + 200, 600))
  const trace = await traced(browser, visited, () => frame.evaluate(scroll, { frames, pxPerFrame }))
  return workByFrame(eventsWith(trace, 'bench frame'), 'bench frame')
}

/** Scrolls the list in the page itself, so that no order from outside is part of the work: down, for a while up again. */
async function scroll({ frames, pxPerFrame: step }: { frames: number; pxPerFrame: number }): Promise<void> {
  let box = document.querySelector('li[aria-setsize]')?.parentElement ?? null
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  for (let at = 0; at < frames; at += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    performance.mark('bench frame')
    box?.scrollBy(0, at % 80 < 60 ? step : -step)
  }
}
