import type { Browser, Page } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { median } from './bench-entry.ts'

/** Duration of the two tasks below on the reference machine of the bounds, in milliseconds. */
const reference = { scriptMs: 20, frameMs: 80 }

/** Bounds are relaxed by this factor at most. */
const maxSlowness = 4

/**
 * How many times slower this machine is than the reference machine; at least 1, so that a fast one has no stricter bounds.
 */
export type Machine = {
  /** Of script and layout on one thread. */
  readonly script: number
  /** The maximum of that and of starting a process for a frame of another site. */
  readonly overall: number
}

/**
 * CPU throttling rate for a page, so that it is `times` slower than the reference machine; 1 if this machine is that slow by
 * itself.
 */
export const slowdown = (times: number, { script }: Machine): number => Math.max(1, times / script)

const rounds = 9

/** Duration of the fastest round of a fixed task: objects, text, sorting, elements and their layout, as in a page. */
function scriptMs(page: Page): Promise<number> {
  return page.evaluate((count) => {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < count; round += 1) {
      const start = performance.now()
      const rows = Array.from({ length: 4_000 }, (_, n) => ({ key: `row-${(n * 7_919) % 4_000}`, n }))
      const copies: typeof rows = JSON.parse(JSON.stringify(rows))
      copies.sort((a, b) => a.key.localeCompare(b.key))
      const list = document.createElement('ul')
      for (const { key, n } of copies.slice(0, 1_500)) {
        const item = document.createElement('li')
        item.style.paddingLeft = `${n % 7}px`
        item.textContent = key
        list.append(item)
      }
      document.body.replaceChildren(list)
      if (list.offsetHeight === 0) throw new Error('The list has no layout')
      best = Math.min(best, performance.now() - start)
    }
    return best
  }, rounds)
}

/** From setting `src` until a small document of another site has loaded, including its process. */
async function frameMs(browser: Browser, stack: Stack): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${stack.dapp.origin}/plain.html`)
    return await page.evaluate(
      (src) =>
        new Promise<number>((resolve) => {
          const frame = document.createElement('iframe')
          const start = performance.now()
          frame.addEventListener('load', () => resolve(performance.now() - start))
          frame.src = src
          document.body.append(frame)
        }),
      `${stack.evil.origin}/`,
    )
  } finally {
    await context.close()
  }
}

/** Measures this machine by tasks that use no code of this repository, so that the result does not depend on it. */
export async function measureMachine(browser: Browser, stack: Stack): Promise<Machine> {
  const page = await browser.newPage()
  const script = await scriptMs(page).finally(() => page.close())
  const frames: number[] = []
  for (let n = 0; n < 5; n += 1) frames.push(await frameMs(browser, stack))
  const frame = median(frames)
  console.error(`machine: script ${script.toFixed(1)} ms, a frame of another site ${frame.toFixed(1)} ms`)
  const slowness = (value: number) => Math.min(maxSlowness, Math.max(1, value))
  const scriptSlowness = slowness(script / reference.scriptMs)
  return { script: scriptSlowness, overall: Math.max(scriptSlowness, slowness(frame / reference.frameMs)) }
}
