import { expect, type Page } from '@playwright/test'

/**
 * Lets time pass in a page whose clock stands still (`clock.pauseAt`), or is hurried, a little at a time, until something is so: what
 * happens within `withinMs` there is seen, however slow the machine is.
 */
export async function advanceClockUntil(
  page: Page,
  isSo: () => Promise<boolean>,
  withinMs: number,
  stepMs = 50,
): Promise<void> {
  let passedMs = 0
  await expect
    .poll(
      async () => {
        if (await isSo()) return true
        if (passedMs + stepMs > withinMs) return false
        passedMs += stepMs
        await page.clock.runFor(stepMs)
        return isSo()
      },
      { intervals: [10] },
    )
    .toBe(true)
}
