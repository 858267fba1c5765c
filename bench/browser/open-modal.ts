import type { Frame, Page } from '@playwright/test'
import type { Visit } from './visit.ts'

/** Waits until the widget is warm: linked, configured, its list drawn though hidden, and both processes idle. */
export async function untilWarm({ page, widget }: Visit): Promise<Frame> {
  const frame = await widget()
  // Answered only once the frame is linked and has its configuration.
  await page.evaluate(() => window.bridge.setTheme({ mode: 'light' }))
  await until(frame, () => document.querySelector('li button') !== null)
  await untilIdle(page)
  await untilIdle(frame)
  return frame
}

/**
 * Waits until something holds in a document. Playwright's own waiting and finding would put its library there, which
 * weighs more than what is measured.
 */
async function until(target: Page | Frame, holds: () => boolean): Promise<void> {
  const pollMs = 20
  while (!(await target.evaluate(holds))) await new Promise((resolve) => setTimeout(resolve, pollMs))
}

/** Waits until the process has had nothing to do twice. */
export async function untilIdle(target: Page | Frame): Promise<void> {
  await target.evaluate(async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }))
    }
  })
}

/** Puts the pointer on the button that opens the modal, without pressing it. */
async function reachForButton(page: Page): Promise<void> {
  const { x, y } = await page.evaluate(() => {
    const box = document.querySelector('#connect')?.getBoundingClientRect()
    return {
      x: box === undefined ? 0 : box.x + box.width / 2,
      y: box === undefined ? 0 : box.y + box.height / 2,
    }
  })
  await page.mouse.move(x, y)
}

/** When the host page and the widget have both painted the list, milliseconds since 1970. */
export async function listReadyAt(page: Page, widget: () => Promise<Frame>): Promise<number> {
  const ready = (target: Page | Frame) => target.evaluate(() => window.benchProbe.ready())
  return Math.max(...(await Promise.all([ready(page), widget().then(ready)])))
}

/** Clicks the button and returns the time from the click to a list that is painted and clickable, in milliseconds. */
export async function clickToList(page: Page, widget: () => Promise<Frame>): Promise<number> {
  await reachForButton(page)
  const ready = listReadyAt(page, widget)
  // What asks in a frame that is there already has arrived there before the click.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await page.mouse.down()
  await page.mouse.up()
  const shown = await ready
  const clicked = await page.evaluate(() => window.benchProbe.clickedAt)
  return shown - (clicked ?? Number.NaN)
}

/** Closes the modal as a person does, and waits until the page is free again and both sides are idle. */
export async function closeModal(page: Page, frame: Frame): Promise<void> {
  await page.keyboard.press('Escape')
  await until(page, () => document.querySelector('dialog')?.open !== true)
  await untilIdle(page)
  await untilIdle(frame)
}
