import type { CDPSession, Frame, Page } from '@playwright/test'
import type { Visit } from './visit.ts'

/** A document with `evaluate`: a page, a frame, or a CDP session. */
type Evaluable = { evaluate(read: () => unknown): Promise<unknown> }

/** Evaluates over CDP, because `page.evaluate` adds Playwright's library to the document: 40 kB of heap. */
export const bareDocument = (session: CDPSession): Evaluable => ({
  evaluate: async (read) => {
    const expression = `(${read})()`
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result.value
  },
})

/**
 * Waits until the widget is preloaded: linked, configured, its list rendered but hidden, and both processes idle.
 * @param hostDocument a bare document, if the page must not load Playwright's library, which at 4x is a long task.
 */
export async function waitUntilPreloaded(
  { page, widget }: Visit,
  hostDocument: Evaluable = page,
): Promise<Frame> {
  const frame = await widget()
  await waitUntilRendered(hostDocument, frame)
  return frame
}

/** Waits like `waitUntilPreloaded`, by any document of the frame. */
export async function waitUntilRendered(page: Evaluable, frame: Evaluable): Promise<void> {
  // Resolves only once the frame is linked and has its configuration.
  await page.evaluate(() => window.bridge.setTheme({ mode: 'light' }))
  await waitFor(frame, () => document.querySelector('li button') !== null)
  await waitUntilIdle(page)
  await waitUntilIdle(frame)
}

/**
 * Waits until a condition is true in a document. Playwright's waiting functions and locators would add its library there, which is
 * larger than the measured code.
 */
async function waitFor(target: Evaluable, condition: () => boolean): Promise<void> {
  const pollMs = 20
  while (!(await target.evaluate(condition))) await new Promise((resolve) => setTimeout(resolve, pollMs))
}

/** Waits until the process has been idle twice. */
export async function waitUntilIdle(target: Evaluable): Promise<void> {
  await target.evaluate(async () => {
    for (let round = 0; round < 2; round += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }))
    }
  })
}

/** Moves the pointer to the button that opens the modal, without clicking it. */
async function hoverButton(page: Page): Promise<void> {
  const { x, y } = await page.evaluate(() => {
    const box = document.querySelector('#connect')?.getBoundingClientRect()
    return {
      x: box === undefined ? 0 : box.x + box.width / 2,
      y: box === undefined ? 0 : box.y + box.height / 2,
    }
  })
  await page.mouse.move(x, y)
}

/** How long a person holds the button of a mouse, in milliseconds. */
export const usualPressMs = 80

async function clickMouse(page: Page, pressMs = 0): Promise<void> {
  await page.mouse.down()
  if (pressMs > 0) await new Promise((resolve) => setTimeout(resolve, pressMs))
  await page.mouse.up()
}

/** Opens the modal and waits until its list is visible. */
export async function openModal(page: Page, frame: Evaluable): Promise<void> {
  await hoverButton(page)
  await clickMouse(page)
  await waitFor(frame, () => {
    const row = document.querySelector('li button')
    return row?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true
  })
}

/** When the host page and the widget have both painted the list, in epoch milliseconds. */
export async function listReadyAt(page: Page, widget: () => Promise<Frame>): Promise<number> {
  const ready = async (target: Page | Frame): Promise<number> => {
    try {
      return await target.evaluate(() => window.benchProbe.ready())
    } catch (error) {
      // The document was replaced during the call; call the new one.
      if (error instanceof Error && error.message.includes('context was destroyed')) return ready(target)
      throw error
    }
  }
  return Math.max(...(await Promise.all([ready(page), widget().then(ready)])))
}

/**
 * Presses the button for `pressMs` and returns the time from the click, which ends the press, to a list that is painted and
 * clickable, in milliseconds.
 */
export async function clickToList(
  page: Page,
  widget: () => Promise<Frame>,
  pressMs?: number,
): Promise<number> {
  await hoverButton(page)
  const ready = listReadyAt(page, widget)
  // If the frame exists, wait until the call has arrived there.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await clickMouse(page, pressMs)
  const shownAt = await ready
  const clickedAt = await page.evaluate(() => window.benchProbe.clickedAt)
  return shownAt - (clickedAt ?? Number.NaN)
}

/**
 * Time from the click to a sheet that no longer moves, in milliseconds: no transition or animation runs (those without an
 * end, as of a skeleton, do not count), and the first row stays in place. Call it right after `clickToList`.
 */
export async function clickToRest(page: Page, frame: Frame): Promise<number> {
  const restedAt = await frame.evaluate(async () => {
    const now = () => performance.timeOrigin + performance.now()
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    const place = () => {
      const box = document.querySelector('li button')?.getBoundingClientRect()
      return `${box?.x} ${box?.y}`
    }
    let movedAt = now()
    let last = place()
    for (let still = 0; still < 10; still += 1) {
      await new Promise(requestAnimationFrame)
      const next = place()
      if (next === last && !isMoving()) continue
      last = next
      still = -1
      movedAt = now()
    }
    return movedAt
  })
  return restedAt - ((await page.evaluate(() => window.benchProbe.clickedAt)) ?? Number.NaN)
}

/** Closes the modal with Escape, and waits until the page can be used again and both sides are idle. */
export async function closeModal(page: Page, frame: Frame): Promise<void> {
  await page.keyboard.press('Escape')
  await waitFor(page, () => document.querySelector('dialog')?.open !== true)
  await waitUntilIdle(page)
  await waitUntilIdle(frame)
}
