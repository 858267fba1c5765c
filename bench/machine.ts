import type { Browser, Page } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { median } from './bench-entry.ts'

/** What the two pieces of work below take on the machine on which the bounds were set, in milliseconds. */
const reference = { scriptMs: 20, frameMs: 80 }

/** However slow a machine is, bounds never get more than so many times easier. */
const mostSlowness = 4

/** How many times slower than the machine of the bounds this one is; never below 1, so that a fast one has no easier bounds. */
export type Machine = {
  /** Of script and layout on one thread. */
  readonly script: number
  /** Of that, or of starting a process for a frame of another site, whichever is worse. */
  readonly whole: number
}

/**
 * How far to slow the processor of a page down, so that it is as many times slower than the machine of the bounds as is
 * asked for; not at all where this machine is that slow by itself.
 */
export const slowdown = (times: number, { script }: Machine): number => Math.max(1, times / script)

const rounds = 9

/** Fixed work of the kinds that a page does: objects, text, sorting, elements and their layout. The best of its rounds. */
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

/** From the order to load a small document of another site until it has loaded, its process included. */
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

/** Measures this machine with work that holds none of our code: what our own code costs cannot move it. */
export async function measureMachine(browser: Browser, stack: Stack): Promise<Machine> {
  const page = await browser.newPage()
  const script = await scriptMs(page).finally(() => page.close())
  const frames: number[] = []
  for (let n = 0; n < 5; n += 1) frames.push(await frameMs(browser, stack))
  const frame = median(frames)
  console.error(`machine: script ${script.toFixed(1)} ms, a frame of another site ${frame.toFixed(1)} ms`)
  const slowness = (value: number) => Math.min(mostSlowness, Math.max(1, value))
  const ofScript = slowness(script / reference.scriptMs)
  return { script: ofScript, whole: Math.max(ofScript, slowness(frame / reference.frameMs)) }
}
